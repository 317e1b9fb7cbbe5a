#!/bin/sh
# Builds Citus for a PostgreSQL 18 that has its headers: build.sh <source of Citus> <pg_config>
# Needs a C compiler, make and the client library of that PostgreSQL; about five minutes on two cores.
set -eu
cd "$1"
./configure --quiet PG_CONFIG="$2" --without-libcurl --without-zstd --without-lz4 CFLAGS=-O2
make --silent -j2
make --silent install
"$2" --version
