package org.quorate.cli.watch;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.quorate.cli.page.HttpPage;
import org.quorate.cli.progress.ProgressWatcher;
import org.quorate.study.plan.Study;
import org.quorate.study.run.StudyListener;
import org.quorate.study.summary.StudySummary;

/** A page at loopback on which a study is watched, from its beginning to its end. Thread-safe. */
public final class StudyWatch implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(3);

  private final HttpPage server;
  private final StudyPage page;

  private StudyWatch(HttpPage server, StudyPage page) {
    this.server = server;
    this.page = page;
  }

  /**
   * Serves the page from now on.
   *
   * @param directory where the study's results go
   * @param port 0 for any free one
   * @throws IOException if that cannot be; the message is one sentence
   */
  public static StudyWatch open(Study study, Path directory, int port) throws IOException {
    StudyPage page = new StudyPage(study, directory, Instant::now);
    HttpPage server =
        HttpPage.open(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), port), null, "--watch=PORT");
    page.serve(server, null);
    return new StudyWatch(server, page);
  }

  /** Where the page is. */
  public String address() {
    return server.url("/");
  }

  /** Is to see what the terminal is shown. */
  public ProgressWatcher watcher() {
    return page;
  }

  /** Is to be told of the study's runs. */
  public StudyListener listener() {
    return page;
  }

  /** The study's work is over, and its report is being made. */
  public void reporting() {
    page.reporting();
  }

  /** The study has ended in order. */
  public void finished(StudySummary summary, Path report) {
    try {
      page.summarised(summary);
    } catch (RuntimeException failure) {
      // The study has its report all the same.
      System.getLogger(StudyWatch.class.getName())
          .log(System.Logger.Level.WARNING, "The page cannot show the report's numbers.", failure);
    }
    page.ended(
        "The study has ended.",
        "Report: " + report.toAbsolutePath().normalize() + " on the machine that ran it.");
  }

  /**
   * It has not.
   *
   * @param why one sentence, and how to go on
   */
  public void stopped(String why) {
    page.ended("The study has stopped.", why);
  }

  /** Ends the page once whoever follows it has been told; waits for none of them for long. */
  @Override
  public void close() {
    // What has stopped the study must not cut off those who are to be told that it has.
    boolean isInterrupted = Thread.interrupted();
    try {
      server.awaitFollowers(PATIENCE);
    } catch (InterruptedException again) {
      isInterrupted = true;
    } finally {
      server.close();
      if (isInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
