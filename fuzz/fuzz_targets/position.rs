//! See `argali_fuzz::position`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| argali_fuzz::position::run(data));
