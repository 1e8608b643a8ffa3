package org.quorate.ycsb;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import site.ycsb.DB;

/**
 * Stock YCSB's client with workload A and four threads, in a process of its own, since it ends the
 * one that it is in.
 *
 * @param folder for the workload and for what the client prints
 * @param javaOptions of its process
 */
record StockClient(
    Class<? extends DB> binding,
    Path folder,
    int records,
    int operations,
    List<String> javaOptions) {
  /** It ends before a better compiler or collector were worth their start. */
  private static final List<String> SHORT_LIVED =
      List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

  /**
   * Runs a phase, which must succeed.
   *
   * @param phase {@code -load} or {@code -t}
   * @return what the client printed
   */
  String run(String phase, Properties properties) throws Exception {
    Path workload = folder.resolve("workloada");
    Files.writeString(
        workload,
        """
        recordcount=%d
        operationcount=%d
        workload=site.ycsb.workloads.CoreWorkload
        readallfields=true
        readproportion=0.5
        updateproportion=0.5
        scanproportion=0
        insertproportion=0
        requestdistribution=zipfian
        """
            .formatted(records, operations));
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(SHORT_LIVED);
    command.addAll(javaOptions);
    command.add("-cp");
    command.add(
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
    command.add("site.ycsb.Client");
    command.add(phase);
    command.addAll(List.of("-db", binding.getName(), "-threads", "4"));
    command.addAll(List.of("-P", workload.toString()));
    properties.forEach((name, value) -> command.addAll(List.of("-p", name + "=" + value)));
    Path output = folder.resolve("output" + phase);
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    assertThat(process.waitFor(2, TimeUnit.MINUTES)).as("YCSB ended").isTrue();
    String text = Files.readString(output);
    assertThat(process.exitValue()).as(text).isZero();
    return text;
  }

  /** How many operations had a status, as the client's output has it. */
  static long counted(String output, String operation, String status) {
    Matcher matcher =
        Pattern.compile("\\[" + operation + "\\], Return=" + status + ", (\\d+)").matcher(output);
    assertThat(matcher.find()).as(output).isTrue();
    return Long.parseLong(matcher.group(1));
  }
}
