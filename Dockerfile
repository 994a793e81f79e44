# Argali as a container of one static program, without a shell, and not as root.
#
#   docker build -t argali .
#   docker run --rm -i argali                                                          UCI
#   docker run --rm -v "$PWD:/data" --user "$(id -u):$(id -g)" argali analyse positions.epd --nodes 100000 --output results.jsonl
FROM rust:1-alpine AS build
RUN apk add --no-cache musl-dev
WORKDIR /source
COPY . .
RUN cargo build --release --locked --package argali-cli

FROM scratch
COPY --from=build /source/target/release/argali /argali
COPY LICENSE-MIT LICENSE-APACHE crates/syzygy/LICENSE-GPL /licences/
WORKDIR /data
USER 65532:65532
ENTRYPOINT ["/argali"]
