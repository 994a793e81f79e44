# For those who expect `make`, above all OpenBench's client. Needs nothing but cargo; a source archive without .git will do.
#
#   make [EXE=name] [EVALFILE=network.nnue]   the program, for every machine of this architecture
#   make native                               for this machine alone
#   make x86-64-v2, x86-64-v3, x86-64-v4      for these levels of x86-64
#   make openbench                            what OpenBench's client builds
#   make pgo                                  a build that is optimised by a profile of a first one (see CONTRIBUTING.md)
#
# The evaluation chooses its instruction set when the program starts, so that the other builds gain little.

EXE ?= argali
ifeq ($(OS),Windows_NT)
	SUFFIX := .exe
endif
# Where cargo builds, also if the environment says otherwise.
TARGET := $(or $(CARGO_TARGET_DIR),target)
PROFILE ?= release
# The network is part of the program; cargo needs the absolute path of another one. (`abspath` would break C:/ and spaces.)
ifdef EVALFILE
	export ARGALI_EVALFILE := $(if $(filter /%,$(EVALFILE))$(findstring :,$(EVALFILE)),,$(CURDIR)/)$(EVALFILE)
endif

.PHONY: all openbench native x86-64-v2 x86-64-v3 x86-64-v4 pgo clean

all:
	cargo build --release --locked --package argali-cli
	cp "$(TARGET)/release/argali$(SUFFIX)" "$(EXE)$(if $(filter %.exe,$(EXE)),,$(SUFFIX))"

openbench: all

native x86-64-v2 x86-64-v3 x86-64-v4: export RUSTFLAGS += -C target-cpu=$@
native x86-64-v2 x86-64-v3 x86-64-v4: all

# If a target is named, cargo does not use the flags for build scripts.
pgo: HOST = $(shell rustc -vV | sed -n 's/^host: //p')
pgo: PROFDATA = $(shell rustc --print sysroot)/lib/rustlib/$(HOST)/bin/llvm-profdata
pgo: RAW ?= $(abspath $(TARGET))/pgo
pgo: BUILD = cargo build --profile $(PROFILE) --locked --package argali-cli --target $(HOST)
pgo: BUILT = "$(TARGET)/$(HOST)/$(PROFILE)/argali$(SUFFIX)"
pgo:
	@test -x "$(PROFDATA)" || { echo "make pgo needs llvm-profdata: rustup component add llvm-tools"; exit 1; }
	rm -rf "$(RAW)" && RUSTFLAGS="$(RUSTFLAGS) -Cprofile-generate=$(RAW)" $(BUILD)
	$(BUILT) bench
	"$(PROFDATA)" merge -o "$(RAW).profdata" "$(RAW)"
	RUSTFLAGS="$(RUSTFLAGS) -Cprofile-use=$(RAW).profdata" $(BUILD)
	cp $(BUILT) "$(EXE)$(if $(filter %.exe,$(EXE)),,$(SUFFIX))"

clean:
	cargo clean
