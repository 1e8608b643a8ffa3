package org.quorate.cli.agent;

import io.opentelemetry.exporter.internal.FailedExportException.HttpExportException;
import io.opentelemetry.exporter.otlp.http.metrics.OtlpHttpMetricExporter;
import io.opentelemetry.exporter.otlp.http.metrics.OtlpHttpMetricExporterBuilder;
import io.opentelemetry.sdk.common.CompletableResultCode;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.access.Failures;
import org.quorate.cassandra.metric.Metric;
import org.quorate.core.quantity.Durations;

/**
 * Sends what the agent's page has to a collector, again and again. A collector that does not take
 * it is a state: it is told once for each reason, and for some reasons at most, until it takes it,
 * and nothing is kept for it, since the next sums have all that was counted. Thread-safe.
 */
final class OtlpExport implements AutoCloseable {
  /** Until an answer begins. */
  private static final Duration LONGEST_ANSWER = Duration.ofSeconds(10);

  /** Until it has ended, which the exporter itself would wait for as long as it takes. */
  private static final Duration LONGEST = Duration.ofSeconds(20);

  /** Whoever ends the agent waits for so long at most. */
  private static final Duration LONGEST_LAST = Duration.ofSeconds(2);

  private final Collector collector;
  private final Supplier<List<Metric>> metrics;
  private final Supplier<Instant> clock;
  private final Consumer<String> told;
  private final OtlpMetrics data;
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread sending = new Thread(task, "otlp");
            sending.setDaemon(true);
            return sending;
          });

  /** Why metrics are not taken; empty while they are. */
  private final Set<String> problems = new HashSet<>();

  private OtlpHttpMetricExporter exporter;

  /**
   * Sends nothing before {@link #start}.
   *
   * @param instance of the agent, of which no two that send to a collector have the same
   * @param metrics that are known now
   * @param told sentences for people
   */
  OtlpExport(
      Collector collector,
      String instance,
      Supplier<List<Metric>> metrics,
      Supplier<Instant> clock,
      Consumer<String> told) {
    this.collector = collector;
    this.metrics = metrics;
    this.clock = clock;
    this.told = told;
    this.data = new OtlpMetrics(instance, clock.get());
    this.exporter = exporter(collector);
  }

  private static OtlpHttpMetricExporter exporter(Collector collector) {
    OtlpHttpMetricExporterBuilder builder =
        OtlpHttpMetricExporter.builder()
            .setEndpoint(collector.endpoint().toString())
            .setHeaders(collector::headers)
            .setCompression("gzip")
            .setTimeout(LONGEST_ANSWER)
            // The next request is the next try.
            .setRetryPolicy(null);
    if (!collector.certificates().isEmpty()) {
      builder.setTrustedCertificates(collector.certificates().getBytes(StandardCharsets.UTF_8));
    }
    return builder.build();
  }

  /** Sends from now on, at each interval. */
  OtlpExport start() {
    String next = "they are sent again every " + Durations.format(collector.interval());
    var unused =
        thread.scheduleWithFixedDelay(
            () -> send(LONGEST, next), 0, collector.interval().toMillis(), TimeUnit.MILLISECONDS);
    return this;
  }

  /**
   * Sends what is known now. Throws nothing: who is called again and again would not be any more.
   *
   * @param longest that it is waited for
   * @param next what becomes of metrics that are not taken, for people
   */
  synchronized void send(Duration longest, String next) {
    try {
      tell(problem(longest), next);
    } catch (RuntimeException | Error untold) {
      // Whoever is told has failed, and is told at the next sending.
    }
  }

  private void tell(@Nullable String problem, String next) {
    String where = "the collector at " + collector;
    if (Thread.currentThread().isInterrupted()) {
      return;
    }
    if (problem == null) {
      if (!problems.isEmpty()) {
        told.accept("Metrics reach " + where + " again.");
      }
      problems.clear();
    } else if (problems.size() < Presence.MOST_REASONS && !problems.contains(problem)) {
      told.accept("Metrics do not reach " + where + ": " + problem + "; " + next + ".");
      problems.add(problem);
    }
  }

  /** Why what was sent was not taken; null where it was. */
  private @Nullable String problem(Duration longest) {
    try {
      CompletableResultCode sent = exporter.export(data.of(metrics.get(), clock.get()));
      if (sent.join(longest.toMillis(), TimeUnit.MILLISECONDS).isDone()) {
        return problem(sent);
      }
      // Each request that goes on has one of its few threads, which this interrupts.
      exporter.shutdown();
      exporter = exporter(collector);
      return "it does not answer in time";
    } catch (RuntimeException | Error failure) {
      return Failures.sentence(failure);
    }
  }

  private static @Nullable String problem(CompletableResultCode sent) {
    if (sent.isSuccess()) {
      return null;
    }
    Throwable failure = sent.getFailureThrowable();
    if (failure instanceof HttpExportException http && http.getResponse() != null) {
      return "it answers with status " + http.getResponse().getStatusCode();
    }
    for (Throwable each = failure; each != null; each = each.getCause()) {
      if (each instanceof ConnectException) {
        return "nobody answers there";
      }
      if (each instanceof RejectedExecutionException) {
        return "too many requests wait for its answer";
      }
      if (each instanceof IOException) {
        return Failures.sentence(each);
      }
    }
    return failure == null ? "it does not take them" : Failures.sentence(failure);
  }

  /** Sends once more where that was well before, and waits two seconds at most. */
  @Override
  public void close() {
    end(LONGEST_LAST);
  }

  /**
   * The same for another patience. A sending that is under way is left at once.
   *
   * @param longest that the last one is waited for
   */
  void end(Duration longest) {
    thread.shutdownNow();
    synchronized (this) {
      if (problems.isEmpty()) {
        send(longest, "these were the last");
      }
      exporter.shutdown();
    }
  }
}
