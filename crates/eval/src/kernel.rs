//! The instruction sets that the network can run on.

use std::fmt;
use std::str::FromStr;

/// An instruction set for the network's arithmetic. All of them compute the same numbers.
///
/// ```
/// use argali_eval::Kernel;
///
/// assert!(Kernel::Scalar.is_available());
/// assert!(Kernel::available().contains(&Kernel::best()));
/// assert_eq!("avx2".parse::<Kernel>()?, Kernel::Avx2);
/// # Ok::<(), argali_eval::KernelError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum Kernel {
    /// Plain Rust for the target baseline: the reference.
    Scalar,
    /// 128 bits, WebAssembly: available if the crate was compiled with the target feature `simd128`.
    Simd128,
    /// 128 bits, ARM.
    Neon,
    /// 256 bits, x86-64 since 2013.
    Avx2,
    /// 512 bits (AVX-512 F and BW), x86-64.
    Avx512,
    /// AVX-512 with fused 16-bit dot products (VNNI).
    Avx512Vnni,
}

impl Kernel {
    /// Every kernel, slower ones first.
    pub const ALL: [Self; 6] =
        [Self::Scalar, Self::Simd128, Self::Neon, Self::Avx2, Self::Avx512, Self::Avx512Vnni];

    /// The kernel's name, as [`FromStr`] reads it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Scalar => "scalar",
            Self::Simd128 => "simd128",
            Self::Neon => "neon",
            Self::Avx2 => "avx2",
            Self::Avx512 => "avx512",
            Self::Avx512Vnni => "avx512vnni",
        }
    }

    /// Whether this processor can run it.
    pub fn is_available(self) -> bool {
        match self {
            Self::Scalar => true,
            Self::Simd128 => cfg!(all(target_arch = "wasm32", target_feature = "simd128")),
            #[cfg(target_arch = "aarch64")]
            Self::Neon => std::arch::is_aarch64_feature_detected!("neon"),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => std::arch::is_x86_feature_detected!("avx2"),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => {
                std::arch::is_x86_feature_detected!("avx512f")
                    && std::arch::is_x86_feature_detected!("avx512bw")
            }
            #[cfg(target_arch = "x86_64")]
            Self::Avx512Vnni => {
                Self::Avx512.is_available() && std::arch::is_x86_feature_detected!("avx512vnni")
            }
            #[allow(unreachable_patterns, reason = "no target has them all")]
            _ => false,
        }
    }

    /// The kernels that this processor can run, slower ones first; never empty.
    pub fn available() -> Vec<Self> {
        Self::ALL.into_iter().filter(|kernel| kernel.is_available()).collect()
    }

    /// The fastest kernel that this processor can run.
    pub fn best() -> Self {
        Self::ALL.into_iter().rfind(|kernel| kernel.is_available()).unwrap_or(Self::Scalar)
    }
}

impl fmt::Display for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Kernel {
    type Err = KernelError;

    /// Reads a kernel's name, in upper or lower case.
    ///
    /// # Errors
    /// [`KernelError::Unknown`] if no kernel has this name.
    fn from_str(text: &str) -> Result<Self, KernelError> {
        Self::ALL
            .into_iter()
            .find(|kernel| kernel.name().eq_ignore_ascii_case(text))
            .ok_or_else(|| KernelError::Unknown { text: text.to_owned() })
    }
}

/// A kernel that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum KernelError {
    /// No kernel has this name.
    Unknown {
        /// The given name.
        text: String,
    },
    /// This processor cannot run the kernel.
    Unavailable {
        /// The requested kernel.
        kernel: Kernel,
    },
}

impl fmt::Display for KernelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { text } => {
                write!(f, "unknown kernel {text:?}, expected one of {}", names(&Kernel::ALL))
            }
            Self::Unavailable { kernel } => {
                let available = names(&Kernel::available());
                write!(f, "kernel {kernel} does not run on this processor, which has {available}")
            }
        }
    }
}

impl std::error::Error for KernelError {}

fn names(kernels: &[Kernel]) -> String {
    kernels.iter().map(|kernel| kernel.name()).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for kernel in Kernel::ALL {
            assert_eq!(kernel.name().parse(), Ok(kernel));
            assert_eq!(kernel.to_string().to_uppercase().parse(), Ok(kernel));
        }
        let error = "sse9".parse::<Kernel>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "unknown kernel \"sse9\", expected one of scalar, simd128, neon, avx2, avx512, avx512vnni"
        );
    }

    #[cfg(target_feature = "simd128")]
    #[test]
    fn webassembly_with_vectors_uses_them() {
        assert_eq!(Kernel::best(), Kernel::Simd128);
    }

    #[test]
    fn the_best_is_the_last_available() {
        assert_eq!(Kernel::available().last(), Some(&Kernel::best()));
        assert_eq!(Kernel::available().first(), Some(&Kernel::Scalar));
    }
}
