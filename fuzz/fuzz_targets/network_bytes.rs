//! See `argali_fuzz::network_bytes`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| argali_fuzz::network_bytes::run(data));
