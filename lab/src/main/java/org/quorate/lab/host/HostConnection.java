package org.quorate.lab.host;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.quorate.core.clock.ClockDifference;
import org.quorate.core.clock.ClockExchange;

/**
 * One load host as its coordinator sees it: a process, what was said to it, and what it has said.
 * Thread-safe.
 */
final class HostConnection implements AutoCloseable {
  private static final int EXCHANGES = 40;
  private static final int MOST_UNANSWERED = 1_000;
  private static final long ANSWER_NANOS = TimeUnit.SECONDS.toNanos(5);
  private static final long END_SECONDS = 5;
  private static final int LONGEST_REASON = 500;

  private final String name;
  private final Path log;
  private final Process process;
  private final MessageLines messages;
  private final Map<Long, Long> asked = new LinkedHashMap<>();
  private final List<ClockExchange> compared = new ArrayList<>();
  private @Nullable HostMessage answer;
  private @Nullable HostShare share;
  private @Nullable String lost;
  private long number;
  private volatile long lastHeard = System.nanoTime();

  private HostConnection(String name, Path log, Process process) {
    this.name = name;
    this.log = log;
    this.process = process;
    this.messages = new MessageLines(process.getInputStream(), process.getOutputStream());
  }

  /**
   * Starts a host.
   *
   * @param command a program and its arguments; no shell sees them
   * @param log what the program writes to standard error is appended to it
   * @throws IOException if there is no such program
   */
  static HostConnection start(String name, List<String> command, Path log) throws IOException {
    Process process =
        new ProcessBuilder(command)
            .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
    HostConnection connection = new HostConnection(name, log, process);
    Thread reader = new Thread(connection::read, "load-host-" + name);
    reader.setDaemon(true);
    reader.start();
    return connection;
  }

  private void read() {
    try {
      for (HostMessage said = messages.read(); said != null; said = messages.read()) {
        take(said, System.nanoTime());
      }
      lose("its process ended" + status());
    } catch (IOException | RuntimeException e) {
      lose(String.valueOf(e.getMessage()));
    }
  }

  private String status() {
    try {
      if (process.waitFor(1, TimeUnit.SECONDS)) {
        return " with status " + process.exitValue();
      }
    } catch (InterruptedException nobodyDoes) {
      Thread.currentThread().interrupt();
    }
    return "";
  }

  private synchronized void take(HostMessage said, long now) throws IOException {
    lastHeard = now;
    if (said instanceof HostMessage.Clock clock) {
      Long sent = asked.remove(clock.number());
      if (sent == null) {
        throw new IOException("it told the time without being asked");
      }
      if (!HostHistory.isInstant(clock.heardNanos())
          || !HostHistory.isInstant(clock.answeredNanos())) {
        throw new IOException("it told an instant that no clock shows");
      }
      ClockExchange exchange =
          new ClockExchange(sent, clock.heardNanos(), clock.answeredNanos(), now);
      HostShare driven = share;
      if (driven != null) {
        driven.take(exchange);
      } else {
        compared.add(exchange);
      }
    } else if (said instanceof HostMessage.Failed failed && share != null) {
      lose(failed.reason());
    } else if (said instanceof HostMessage.Ready
        || said instanceof HostMessage.Prepared
        || said instanceof HostMessage.Failed) {
      answer = said;
    } else if (share != null) {
      share.take(said);
    } else {
      throw new IOException(
          "it said what it was not asked for: " + said.getClass().getSimpleName());
    }
    notifyAll();
  }

  /** Gives the host up, for whatever reason comes first, and ends its process. */
  synchronized void lose(String why) {
    if (lost == null) {
      String shown = shown(why);
      lost = shown;
      HostShare driven = share;
      if (driven != null) {
        driven.lost(shown, System.nanoTime());
      }
      process.destroyForcibly();
    }
    notifyAll();
  }

  /** A reason that the host may have written, so that it cannot steer a terminal or fill it. */
  private static String shown(String why) {
    String line = why.replaceAll("\\p{C}+", " ");
    return line.length() <= LONGEST_REASON ? line : line.substring(0, LONGEST_REASON) + "...";
  }

  /** Why the host is no longer there; null while it is. */
  synchronized @Nullable String lost() {
    return lost;
  }

  /** How long nothing has been heard of it, in ns. */
  long silentNanos() {
    return System.nanoTime() - lastHeard;
  }

  /** Whether the host speaks the same messages; gives it up where it does not in time. */
  boolean awaitReady(long deadlineNanos) throws InterruptedException {
    HostMessage first = await(deadlineNanos);
    if (first instanceof HostMessage.Ready ready && ready.protocol() != HostMessage.PROTOCOL) {
      lose("it is of another version of Quorate");
    } else if (!(first instanceof HostMessage.Ready)) {
      lose("it did not get ready in time; its messages are in " + log);
    }
    return lost() == null;
  }

  /** Has it get ready for a load; its answer comes by {@link #awaitPrepared}. */
  void prepare(HostMessage.Prepare prepare) {
    synchronized (this) {
      answer = null;
      share = null;
      compared.clear();
    }
    say(prepare);
  }

  /** Whether it is ready for the load; gives it up where it cannot be. */
  boolean awaitPrepared(long deadlineNanos) throws InterruptedException {
    HostMessage said = await(deadlineNanos);
    if (said instanceof HostMessage.Failed failed) {
      lose(failed.reason());
    } else if (!(said instanceof HostMessage.Prepared)) {
      lose("it did not get ready for the load in time; its messages are in " + log);
    }
    return lost() == null;
  }

  private synchronized @Nullable HostMessage await(long deadlineNanos) throws InterruptedException {
    while (answer == null && lost == null) {
      long left = deadlineNanos - System.nanoTime();
      if (left <= 0) {
        return null;
      }
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
    HostMessage said = answer;
    answer = null;
    return said;
  }

  /** Has it begin, telling the load from then on to a share. */
  void begin(HostMessage.Begin begin, HostShare told) {
    synchronized (this) {
      share = told;
      // Other hosts' clocks were compared meanwhile, and this one had nothing to say.
      lastHeard = System.nanoTime();
      if (lost != null) {
        told.lost(lost, System.nanoTime());
      }
    }
    say(begin);
  }

  /** Asks for the time; the answer is an exchange of the load that is driven. */
  void askClock() {
    say(() -> new HostMessage.AskClock(nextQuestion()));
  }

  private synchronized long nextQuestion() {
    if (asked.size() == MOST_UNANSWERED) {
      asked.remove(asked.keySet().iterator().next());
    }
    asked.put(++number, System.nanoTime());
    return number;
  }

  /**
   * Compares its clock with this one's: the quickest of {@value #EXCHANGES} exchanges. Between
   * loads, or once one is over.
   *
   * @return null where it did not answer, and is given up
   */
  @Nullable ClockDifference compare() throws InterruptedException {
    synchronized (this) {
      share = null;
      compared.clear();
    }
    for (int i = 1; i <= EXCHANGES; i++) {
      askClock();
      long deadline = System.nanoTime() + ANSWER_NANOS;
      synchronized (this) {
        while (compared.size() < i && lost == null && deadline - System.nanoTime() > 0) {
          TimeUnit.NANOSECONDS.timedWait(this, Math.max(1, deadline - System.nanoTime()));
        }
        if (compared.size() < i) {
          lose("it does not tell the time");
          return null;
        }
      }
    }
    synchronized (this) {
      return ClockDifference.ofQuickest(compared);
    }
  }

  private void say(HostMessage message) {
    say(() -> message);
  }

  private void say(MessageLines.Late message) {
    try {
      messages.write(message);
    } catch (IOException e) {
      loseOnceRead();
    }
  }

  /** What it had told before is still to be read, and the reader finds out why it is gone. */
  private synchronized void loseOnceRead() {
    long deadline = System.nanoTime() + ANSWER_NANOS;
    try {
      while (lost == null && deadline - System.nanoTime() > 0) {
        TimeUnit.NANOSECONDS.timedWait(this, Math.max(1, deadline - System.nanoTime()));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    lose("it does not listen");
  }

  /** Ends the host: a good one ends with its input. Never throws. */
  @Override
  public void close() {
    try {
      process.getOutputStream().close();
      if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (IOException gone) {
      process.destroyForcibly();
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
