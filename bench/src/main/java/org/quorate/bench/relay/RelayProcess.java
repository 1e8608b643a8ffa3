package org.quorate.bench.relay;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The process of a {@link RelayHost}, seen from outside. Not thread-safe. */
public final class RelayProcess implements AutoCloseable {
  /** Of the achieved delays of all links the worst median and 99th percentile, nanoseconds. */
  public record Achieved(long p50, long p99) {}

  private final Process process;
  private final PrintStream commands;
  private final BufferedReader answers;
  private String priority = "unknown";

  private RelayProcess(Process process) {
    this.process = process;
    this.commands = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
    this.answers = process.inputReader(StandardCharsets.UTF_8);
  }

  /**
   * Starts the process and waits until it accepts connections.
   *
   * @param nodes the nodes to relay between
   * @param core the only processor core that it may use, or -1 for any
   */
  public static RelayProcess start(Nodes nodes, int core) throws IOException {
    List<String> command = new ArrayList<>();
    if (core >= 0) {
      command.addAll(List.of("taskset", "-c", Integer.toString(core)));
    }
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-cp"));
    command.add(System.getProperty("java.class.path"));
    command.add(RelayHost.class.getName());
    command.addAll(nodes.addresses());
    RelayProcess relay =
        new RelayProcess(
            new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start());
    relay.priority = relay.answer();
    return relay;
  }

  /** {@code real-time} or {@code ordinary}. */
  public String priority() {
    return priority;
  }

  /** Sets the delay of all links and starts their reports afresh. */
  public void delay(String text) throws IOException {
    ask("delay " + text);
    ask("reset");
  }

  /** Processor time that the relay's thread has used, nanoseconds. */
  public long processorNanos() throws IOException {
    return Long.parseLong(ask("processor"));
  }

  /** What the links' own reports say since {@link #delay}. */
  public Achieved achieved() throws IOException {
    String[] words = ask("achieved").split(" ", 2);
    return new Achieved(Long.parseLong(words[0]), Long.parseLong(words[1]));
  }

  private String ask(String command) throws IOException {
    commands.println(command);
    return answer();
  }

  private String answer() throws IOException {
    String line = answers.readLine();
    if (line == null) {
      throw new IOException("The relay's process has ended.");
    }
    return line;
  }

  @Override
  public void close() throws IOException {
    commands.close();
    try {
      process.waitFor();
    } catch (InterruptedException e) {
      process.destroy();
      Thread.currentThread().interrupt();
    }
    answers.close();
  }
}
