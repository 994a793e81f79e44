//! See `argali_fuzz::tt_entry`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| argali_fuzz::tt_entry::run(data));
