package org.quorate.cli.observe;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.access.Failures;
import org.quorate.cassandra.jmx.ManagementConnection;
import org.quorate.power.MeterException;
import org.quorate.power.model.HostUse;
import org.quorate.power.model.UseSource;

/**
 * What a server's process has used of the virtual machine that it has for itself, asked over JMX:
 * its processor time, as its Java virtual machine tells it. Disk and network are not asked for.
 * After a restart of the server it goes on from what was known. Used by one thread at a time.
 */
final class InstanceUse implements UseSource, AutoCloseable {
  private static final ObjectName SYSTEM = name();

  private final String host;
  private final ManagementConnection connection;
  private final int cores;
  private final Duration patience;
  private final ExecutorService thread;
  private @Nullable Future<Told> asked;
  private long before;
  private long sum;

  /** What the virtual machine says. */
  private record Told(long processorNanos, int processors) {}

  /**
   * @param connection closed with this
   * @param cores virtual processors of the instance
   * @param patience for an answer, since JMX has no limit of its own
   */
  InstanceUse(String host, ManagementConnection connection, int cores, Duration patience) {
    this.host = host;
    this.connection = connection;
    this.cores = cores;
    this.patience = patience;
    this.thread =
        Executors.newSingleThreadExecutor(
            task -> {
              Thread asking = new Thread(task, "use of " + host);
              asking.setDaemon(true);
              return asking;
            });
  }

  private static ObjectName name() {
    try {
      return new ObjectName("java.lang:type=OperatingSystem");
    } catch (MalformedObjectNameException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public double cores() {
    return cores;
  }

  @Override
  public HostUse read() throws MeterException {
    Told told = told();
    if (told.processors() > cores) {
      throw new MeterException(
          host
              + " has "
              + told.processors()
              + " processors, more than the "
              + cores
              + " of the instance type that is named for it; name another under instances.");
    }
    // Of a server that was started anew only what it has used since then is known.
    sum += told.processorNanos() >= before ? told.processorNanos() - before : told.processorNanos();
    before = told.processorNanos();
    return new HostUse(sum / 1e9, 0, 0);
  }

  private Told told() throws MeterException {
    Future<Told> asking = asked;
    if (asking == null) {
      asking = thread.submit(() -> connection.ask(InstanceUse::told));
      asked = asking;
    }
    try {
      Told told = asking.get(patience.toNanos(), TimeUnit.NANOSECONDS);
      asked = null;
      return told;
    } catch (TimeoutException e) {
      // The question stays under way: the next reading waits for its answer.
      throw new MeterException(
          host + " did not say over JMX within " + patience.toSeconds() + " s what it uses.", e);
    } catch (ExecutionException e) {
      asked = null;
      throw new MeterException(
          host + " cannot be asked over JMX what it uses: " + Failures.cause(e).getMessage() + ".",
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new MeterException("Interrupted while " + host + " was asked what it uses.", e);
    }
  }

  private static Told told(MBeanServerConnection server) throws JMException, IOException {
    return new Told(
        (Long) server.getAttribute(SYSTEM, "ProcessCpuTime"),
        (Integer) server.getAttribute(SYSTEM, "AvailableProcessors"));
  }

  @Override
  public void close() {
    thread.shutdownNow();
    connection.close();
  }
}
