package org.quorate.study.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ServerOptionsTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "auto_snapshot",
        "batchlog_endpoint_strategy",
        "commitlog_segment_size",
        "compaction_throughput",
        "concurrent_reads",
        "disk_access_mode",
        "hinted_handoff_enabled",
        "internode_compression",
        "memtable_allocation_type",
        "memtable_heap_space",
        "native_transport_max_threads",
        "write_request_timeout"
      })
  void whatTunesAServerMayBeSet(String name) {
    assertThat(ServerOptions.refusal(name)).isEmpty();
  }

  /** Every option of Cassandra 5.0 that takes a class, a command, a file or an address. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "allow_extra_insecure_udfs",
        "allow_insecure_udfs",
        "audit_logging_options",
        "authenticator",
        "authorizer",
        "back_pressure_strategy",
        "broadcast_address",
        "cdc_raw_directory",
        "cidr_authorizer",
        "client_encryption_options",
        "client_error_reporting_exclusions",
        "commitlog_compression",
        "commitlog_directory",
        "crypto_provider",
        "data_file_directories",
        "default_compaction",
        "default_secondary_index",
        "endpoint_snitch",
        "failure_detector",
        "full_query_logging_options",
        "heap_dump_path",
        "hints_compression",
        "hints_directory",
        "internode_authenticator",
        "jmx_server_options",
        "listen_interface",
        "local_system_data_file_directory",
        "memtable",
        "native_transport_port",
        "native_transport_port_ssl",
        "network_authorizer",
        "otc_coalescing_strategy",
        "partitioner",
        "paxos_contention_wait_randomizer",
        "role_manager",
        "row_cache_class_name",
        "rpc_address",
        "saved_caches_directory",
        "scripted_user_defined_functions_enabled",
        "seed_provider",
        "server_encryption_options",
        "ssl_storage_port",
        "startup_checks",
        "storage_port",
        "transparent_data_encryption_options",
        "user_defined_functions_enabled"
      })
  void whatReachesBeyondTheServerMayNot(String name) {
    assertThat(ServerOptions.refusal(name)).isPresent();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "Concurrent_reads", "a b", "a:", "a\nb", "1a", "a-b", "\u00e4"})
  void whatIsNoNameIsRefused(String name) {
    assertThat(ServerOptions.refusal(name).orElseThrow()).contains("correct its name");
  }

  @ParameterizedTest
  @ValueSource(strings = {"16", "-1", "0.5", "500ms", "64MiB/s", "true", "NONE", "heap_buffers"})
  void aNumberOrWordIsAValue(String text) {
    assertThat(ServerOptions.value(text)).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "a b",
        "a: b",
        "{a: b}",
        "[a]",
        "'a'",
        "!!a",
        "&a",
        "*a",
        "a\nb",
        "a\rb",
        "a\u0085b",
        "a\u2028b",
        "/bin/sh",
        "../a",
        "a#b",
        "a/s/s",
        "$(a)",
        "-",
        "a,b"
      })
  void anythingElseIsNot(String text) {
    assertThatThrownBy(() -> ServerOptions.value(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("such as 16, 500ms");
  }

  @Test
  void longValuesAreRefused() {
    assertThatThrownBy(() -> ServerOptions.value("a".repeat(200)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
