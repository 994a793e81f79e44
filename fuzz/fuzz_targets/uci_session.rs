//! See `argali_fuzz::uci_session`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| argali_fuzz::uci_session::run(data));
