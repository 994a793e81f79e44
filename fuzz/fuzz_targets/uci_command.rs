//! See `argali_fuzz::uci_command`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| argali_fuzz::uci_command::run(data));
