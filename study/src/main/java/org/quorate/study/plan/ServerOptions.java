package org.quorate.study.plan;

import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Which lines of its servers' configuration a study may set: numbers, sizes, times, rates and words
 * that tune a server. A study file may come from anybody, so what names a class, a command, a file
 * or an address is refused, and so is whatever could become more than one line. Pure.
 */
public final class ServerOptions {
  /** What whoever starts a server decides, and nobody else can. */
  private static final Set<String> OF_THE_ENGINE =
      Set.of(
          "cluster_name",
          "num_tokens",
          "initial_token",
          "partitioner",
          "auto_bootstrap",
          "listen_address",
          "listen_interface",
          "listen_on_broadcast_address",
          "broadcast_address",
          "rpc_address",
          "rpc_interface",
          "broadcast_rpc_address",
          "storage_port",
          "native_transport_port",
          "start_native_transport",
          "seed_provider",
          "endpoint_snitch",
          "data_file_directories",
          "local_system_data_file_directory",
          "commitlog_directory",
          "saved_caches_directory",
          "hints_directory",
          "cdc_raw_directory");

  /** Classes, commands, files and addresses that no ending tells. */
  private static final Set<String> DANGEROUS =
      Set.of(
          "authenticator",
          "authorizer",
          "back_pressure_strategy",
          "commitlog_compression",
          "default_compaction",
          "default_secondary_index",
          "failure_detector",
          "hints_compression",
          "memtable",
          "otc_coalescing_strategy",
          "paxos_contention_wait_randomizer",
          "repair",
          "auto_repair",
          "role_manager",
          "sstable",
          "startup_checks");

  private static final Pattern DANGEROUS_ENDING =
      Pattern.compile(
          ".*_(address|addresses|archiver|authenticator|authorizer|class|class_name|classes|command"
              + "|commands|dir|directories|directory|exclusions|factory|file|files|host|hosts"
              + "|interface|listener|listeners|manager|options|path|paths|policy_class|port|port_ssl"
              + "|ports|provider|providers|script|snitch|udfs|url)"
              + "|.*user_defined_functions_.*");

  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]*");
  private static final Pattern VALUE =
      Pattern.compile("[+-]?[A-Za-z0-9][A-Za-z0-9_.+%-]{0,99}(/s)?");

  private ServerOptions() {}

  /** Whether only whoever starts a server decides this. */
  public static boolean isOfTheEngine(String name) {
    return OF_THE_ENGINE.contains(name);
  }

  /** Whether this is a name of an option, whatever it does. */
  public static boolean isName(String name) {
    return NAME.matcher(name).matches();
  }

  /** Why a study may not set an option by this name, in a sentence; empty where it may. */
  public static Optional<String> refusal(String name) {
    if (!isName(name)) {
      return Optional.of(
          "an option of a server is made of small letters, digits and _; correct its name.");
    }
    if (isOfTheEngine(name)) {
      return Optional.of("this is chosen by whoever starts the servers; remove it.");
    }
    if (DANGEROUS.contains(name) || DANGEROUS_ENDING.matcher(name).matches()) {
      return Optional.of(
          "a study cannot choose the classes, commands, files and addresses of servers; remove it.");
    }
    return Optional.empty();
  }

  /**
   * A value as it is.
   *
   * @throws IllegalArgumentException when it is not one number, size, time, rate or word
   */
  public static String value(String text) {
    if (!VALUE.matcher(text).matches()) {
      throw new IllegalArgumentException(
          "a setting of a server is one number, size, time, rate or word, such as 16, 500ms,"
              + " 64MiB/s or true.");
    }
    return text;
  }
}
