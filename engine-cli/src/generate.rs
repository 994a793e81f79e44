//! `argali generate`: shell completions and manual pages, for packages of the program.

use crate::args::Arguments;
use crate::failure::Failure;
use clap::{Args, CommandFactory, ValueEnum};
use clap_complete::Shell;
use std::fs;
use std::path::{Path, PathBuf};

/// Arguments of `generate`.
#[derive(Debug, Args)]
pub struct GenerateArguments {
    /// The folder to write to; it is created if necessary
    pub folder: PathBuf,
}

/// Writes all files.
pub fn run(arguments: &GenerateArguments) -> Result<(), Failure> {
    let folder = &arguments.folder;
    write(folder).map_err(Failure::io(folder.display().to_string()))
}

fn write(folder: &Path) -> std::io::Result<()> {
    fs::create_dir_all(folder)?;
    // `argali help COMMAND` says what the pages say.
    let mut command = Arguments::command().disable_help_subcommand(true);
    for shell in Shell::value_variants() {
        clap_complete::generate_to(*shell, &mut command, "argali", folder)?;
    }
    clap_mangen::generate_to(command, folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shell_and_every_command_has_its_file() {
        let folder = std::env::temp_dir().join(format!("argali-generate-{}", std::process::id()));
        write(&folder).unwrap();
        let names: Vec<String> = fs::read_dir(&folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
            .collect();
        for name in [
            "argali.bash",
            "_argali",
            "argali.fish",
            "argali.1",
            "argali-analyse.1",
            "argali-annotate.1",
            "argali-play.1",
        ] {
            assert!(names.iter().any(|other| other == name), "{name}: {names:?}");
        }
        assert!(!names.iter().any(|name| name.contains("generate") || name.contains("help")), "{names:?}");
        let page = fs::read_to_string(folder.join("argali-annotate.1")).unwrap();
        assert!(page.contains("html"), "{page}");
        fs::remove_dir_all(&folder).unwrap();
    }
}
