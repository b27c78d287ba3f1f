#!/bin/bash
# Usage: tools/engines.sh start|stop|stop-shard|start-shard
# Starts PostgreSQL and two shards of ClickHouse on loopback for make test-engines and make bench-engines, with all
# their data below build/engines, and stops what it started, by process id. What is not installed is left out.
# stop-shard and start-shard are for the second shard alone.
set -euo pipefail
cd "$(dirname "$0")/.."

home=$PWD/build/engines
# A server refuses to run as root, and must have access to its data.
as_server() { # user command...
  local user=$1
  shift
  if [ "$(id -u)" -eq 0 ]; then
    (cd / && exec setpriv --reuid="$user" --regid="$user" --clear-groups "$@")
  else
    "$@"
  fi
}

own() { if [ "$(id -u)" -eq 0 ]; then chown -R "$1:" "$2"; fi; }

postgres_bin() { find /usr/lib/postgresql -name pg_ctl -printf '%h\n' 2>/dev/null | sort -V | tail -n 1; }

start_postgres() {
  local bin
  bin=$(postgres_bin)
  [ -n "$bin" ] || { echo "engines: no PostgreSQL here"; return 0; }
  mkdir -p "$home/postgres"
  own postgres "$home/postgres"
  [ -e "$home/postgres/data/PG_VERSION" ] || as_server postgres "$bin/initdb" -D "$home/postgres/data" \
    -U accord -A trust -E UTF8 --locale=C.UTF-8 >"$home/initdb.log"
  ! as_server postgres "$bin/pg_ctl" -D "$home/postgres/data" -s status >/dev/null 2>&1 || return 0
  as_server postgres "$bin/pg_ctl" -D "$home/postgres/data" -w -s -l "$home/postgres/log" \
    -o "-p 54399 -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c shared_buffers=512MB -c work_mem=256MB -c max_wal_size=4GB" start
  echo "engines: PostgreSQL on port 54399"
}

stop_postgres() {
  local bin
  bin=$(postgres_bin)
  [ -e "$home/postgres/data/postmaster.pid" ] || return 0
  as_server postgres "$bin/pg_ctl" -D "$home/postgres/data" -m fast -s -w stop
}

# The ports of shard n are 4100n for clients, 4180n for http, which is not used, and 4190n between servers.
write_shard() {
  local n=$1 dir=$home/clickhouse$1
  mkdir -p "$dir/data" "$dir/tmp"
  cat >"$dir/config.xml" <<XML
<yandex>
  <logger><level>warning</level><log>$dir/log</log><errorlog>$dir/errors</errorlog></logger>
  <listen_host>127.0.0.1</listen_host>
  <tcp_port>4100$n</tcp_port><http_port>4180$n</http_port>
  <interserver_http_port>4190$n</interserver_http_port><interserver_http_host>127.0.0.1</interserver_http_host>
  <path>$dir/data/</path><tmp_path>$dir/tmp/</tmp_path>
  <users_config>$dir/users.xml</users_config>
  <default_profile>default</default_profile><default_database>default</default_database>
  <mark_cache_size>268435456</mark_cache_size><max_concurrent_queries>50</max_concurrent_queries>
  <max_connections>64</max_connections><timezone>UTC</timezone>
  <remote_servers><accord>
    <shard><replica><host>127.0.0.1</host><port>41001</port></replica></shard>
    <shard><replica><host>127.0.0.1</host><port>41002</port></replica></shard>
  </accord></remote_servers>
</yandex>
XML
  cat >"$dir/users.xml" <<'XML'
<yandex>
  <profiles><default>
    <max_memory_usage>8000000000</max_memory_usage>
    <max_bytes_before_external_group_by>3000000000</max_bytes_before_external_group_by>
    <distributed_product_mode>global</distributed_product_mode>
    <distributed_aggregation_memory_efficient>1</distributed_aggregation_memory_efficient>
    <join_use_nulls>1</join_use_nulls>
  </default></profiles>
  <users><default><password></password>
    <networks><ip>127.0.0.1</ip></networks><profile>default</profile><quota>default</quota></default></users>
  <quotas><default/></quotas>
</yandex>
XML
  own clickhouse "$dir"
}

start_shard() {
  local n=$1 dir=$home/clickhouse$1
  write_shard "$n"
  as_server clickhouse sh -c 'echo $$ >"$1/pid"; exec clickhouse-server --config-file="$1/config.xml"' - "$dir" \
    >"$dir/out" 2>&1 &
  disown
  for _ in $(seq 60); do
    if clickhouse-client --host 127.0.0.1 --port "4100$n" --query "SELECT 1" >/dev/null 2>&1; then
      echo "engines: shard $n of ClickHouse on port 4100$n"
      return 0
    fi
    sleep 0.5
  done
  echo "engines: shard $n of ClickHouse does not answer; see $dir/errors and $dir/out" >&2
  return 1
}

stop_shard() {
  local pid
  [ -e "$home/clickhouse$1/pid" ] || return 0
  pid=$(cat "$home/clickhouse$1/pid")
  kill "$pid" 2>/dev/null || true
  for _ in $(seq 60); do kill -0 "$pid" 2>/dev/null || break; sleep 0.25; done
  rm -f "$home/clickhouse$1/pid"
}

has_clickhouse() { command -v clickhouse-server >/dev/null; }

mkdir -p "$home"
case ${1:-} in
  start)
    start_postgres
    if has_clickhouse; then start_shard 1; start_shard 2; else echo "engines: no ClickHouse here"; fi
    ;;
  stop) stop_postgres; stop_shard 1; stop_shard 2 ;;
  stop-shard) stop_shard 2 ;;
  start-shard) start_shard 2 ;;
  *) sed -n 's/^# Usage/usage/p' "$0" >&2; exit 2 ;;
esac
