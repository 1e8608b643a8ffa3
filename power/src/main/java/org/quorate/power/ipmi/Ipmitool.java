package org.quorate.power.ipmi;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.quorate.core.quantity.Durations;
import org.quorate.power.MeterException;

/**
 * Runs ipmitool against one controller, one run at a time. The password goes along in the
 * environment of the process, and is in no argument. Output beyond 256 KiB is not read; a run that
 * takes too long is killed.
 *
 * @param command name or path of the program
 * @param arguments which controller, before what is asked of it
 * @param password empty where none is needed
 * @param timeout for one run
 */
record Ipmitool(
    String command, List<String> arguments, Optional<String> password, Duration timeout) {
  private static final int LIMIT = 256 << 10;

  /** Where ipmitool looks for a password, in this order. */
  private static final String FIRST = "IPMITOOL_PASSWORD";

  private static final String SECOND = "IPMI_PASSWORD";

  /**
   * What it printed, errors included.
   *
   * @param status with which it ended
   */
  record Output(int status, String text) {}

  /**
   * Asks the controller.
   *
   * @throws MeterException if the program cannot be started or does not end in time
   * @throws InterruptedException if the thread is interrupted; the process is killed
   */
  Output run(String... question) throws MeterException, InterruptedException {
    List<String> line = new ArrayList<>();
    line.add(command);
    line.addAll(arguments);
    line.addAll(List.of(question));
    ProcessBuilder builder = new ProcessBuilder(line).redirectErrorStream(true);
    Map<String, String> environment = builder.environment();
    environment.put("LC_ALL", "C");
    environment.remove(FIRST);
    environment.remove(SECOND);
    password.ifPresent(secret -> environment.put(SECOND, secret));
    Process process;
    try {
      process = builder.start();
    } catch (IOException e) {
      throw new MeterException(
          "The program "
              + command
              + " cannot be started; install it, such as with: apt-get install ipmitool",
          e);
    }
    try {
      process.getOutputStream().close();
      long deadline = System.nanoTime() + timeout.toNanos();
      String text = output(process).get(timeout.toNanos(), TimeUnit.NANOSECONDS);
      if (process.waitFor(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
        return new Output(process.exitValue(), text);
      }
      throw late(null);
    } catch (TimeoutException e) {
      throw late(e);
    } catch (IOException | ExecutionException e) {
      throw new MeterException("The output of " + command + " cannot be read.", e);
    } finally {
      process.destroyForcibly();
    }
  }

  private static CompletableFuture<String> output(Process process) {
    CompletableFuture<String> text = new CompletableFuture<>();
    Thread reader =
        new Thread(
            () -> {
              try (InputStream output = process.getInputStream()) {
                text.complete(new String(output.readNBytes(LIMIT), StandardCharsets.UTF_8));
              } catch (IOException e) {
                text.completeExceptionally(e);
              }
            },
            "ipmitool output");
    reader.setDaemon(true);
    reader.start();
    return text;
  }

  private MeterException late(@Nullable Throwable cause) {
    String message =
        command
            + " did not end within "
            + Durations.format(timeout)
            + "; check the controller's address, or give timeout=… where it needs longer.";
    return cause == null ? new MeterException(message) : new MeterException(message, cause);
  }

  /** The first line that says something, for messages. */
  static String firstLine(String text) {
    String line =
        text.lines().map(String::strip).filter(any -> !any.isEmpty()).findFirst().orElse("nothing");
    String trimmed = line.length() > 200 ? line.substring(0, 200) + "…" : line;
    return trimmed.endsWith(".") ? trimmed.substring(0, trimmed.length() - 1) : trimmed;
  }
}
