package org.quorate.cli.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.cli.QuorateCommand;
import org.quorate.cli.console.Console;
import org.quorate.cli.console.ExitStatus;
import org.quorate.cli.console.Installation;
import org.quorate.cli.console.Invocation;
import org.quorate.cli.house.House;
import org.quorate.cli.page.EventReader;
import org.quorate.cli.page.EventReader.Received;
import org.quorate.study.backend.Backend;
import org.quorate.study.backend.BackendException;
import org.quorate.study.backend.BackendSession;
import org.quorate.study.plan.ClusterSettings;
import org.quorate.study.plan.Run;
import org.quorate.study.progress.LoadSecond;
import org.quorate.study.progress.Progress;
import org.quorate.study.result.Environment;
import org.quorate.study.result.RunResult;

/** {@code --watch} from the command line to the reader, on a backend that takes no time. */
final class WatchedStudyTest {
  private static final String STUDY =
      """
      title: Two levels
      backend: still
      workload: {properties: {recordcount: 10}}
      load: {threads: 2}
      cluster: {processor-quota: 0.5}
      runs: {repetitions: 1, warm-up: 1s, settle: 0s, duration: 2s, history: false}
      factors: {read-level: [ONE, ALL]}
      """;

  private static final Pattern ADDRESS =
      Pattern.compile("It can be watched at (http://127\\.0\\.0\\.1:\\d+/) while it runs\\.");

  @SuppressWarnings("NullAway.Init")
  @TempDir
  private Path folder;

  /** A reader that has had so many will not see what it looks for. */
  private static final int MOST_EVENTS = 100;

  private final StringWriter output = new StringWriter();
  private final StringWriter error = new StringWriter();
  private @Nullable EventReader reader;

  @Test
  void aReaderSeesTheRunThatGoesOnAndIsToldTheEndAndWhereTheReportIs() throws Exception {
    List<Received> received = new ArrayList<>();
    int status =
        run(
            new LookedAt(run -> look(run, received)),
            "--watch",
            file().toString(),
            "--out",
            folder.resolve("results").toString());
    assertThat(status).as(error.toString()).isEqualTo(ExitStatus.OK);
    assertThat(ADDRESS.matcher(error.toString()).results()).hasSize(1);
    assertThat(received).hasSize(2);
    assertThat(received.get(0).part("state")).contains("Run 1 of 2 goes on.");
    assertThat(received.get(0).part("load")).contains("812 that succeeded");
    assertThat(received.get(1).part("state")).contains("Run 2 of 2 goes on.");
    EventReader stream = reader();
    Received last = stream.next();
    for (int events = 0; !last.data().has("over"); events++) {
      assertThat(events).isLessThan(MOST_EVENTS);
      last = stream.next();
    }
    assertThat(last.part("state"))
        .contains("The study has ended.", "2 of 2 runs complete")
        .contains(folder.resolve("results").resolve("report.html").toString());
    assertThat(last.part("cells")).contains("1,00", "no history was kept");
    stream.close();
  }

  @Test
  void whoNamesAnotherHostIsLetInNowhere() throws Exception {
    List<String> answers = new ArrayList<>();
    run(
        new LookedAt(
            run -> {
              for (String path : List.of("/", "/live", "/snapshot.html")) {
                answers.add(answer(path, "rebound.example"));
              }
            }),
        "--watch",
        file().toString(),
        "--out",
        folder.resolve("results").toString());
    assertThat(answers).hasSize(6).containsOnly("HTTP/1.1 421 ");
  }

  @Test
  void aPortThatIsInUseIsToldBeforeAnythingIsStarted() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int status =
          run(
              new LookedAt(run -> {}),
              file().toString(),
              "--watch=" + taken.getLocalPort(),
              "--out",
              folder.resolve("results").toString());
      assertThat(status).isEqualTo(ExitStatus.ENVIRONMENT);
      assertThat(error.toString())
          .contains("Nothing can listen at port " + taken.getLocalPort())
          .contains("choose another with --watch=PORT.");
      assertThat(folder.resolve("results")).doesNotExist();
    }
  }

  @Test
  void aPortThatThereIsNotIsWrongInput() throws Exception {
    assertThat(run(new LookedAt(run -> {}), file().toString(), "--watch=70000"))
        .isEqualTo(ExitStatus.WRONG_INPUT);
    assertThat(error.toString()).contains("--watch needs a port from 0 to 65535, not 70000.");
  }

  @Test
  void standardOutputIsJsonAloneAlsoWhereTheStudyIsWatched() throws Exception {
    int status =
        run(
            new LookedAt(run -> {}),
            file().toString(),
            "--watch",
            "--json",
            "--out",
            folder.resolve("results").toString());
    assertThat(status).as(error.toString()).isEqualTo(ExitStatus.OK);
    assertThat(new ObjectMapper().readTree(output.toString()).isObject()).isTrue();
    assertThat(output.toString()).doesNotContain("It can be watched");
  }

  @Test
  void aStudyThatFailsEndsItsPage() throws Exception {
    int status =
        run(
            new LookedAt(
                run -> {
                  throw new IOException("A node died.");
                }),
            file().toString(),
            "--watch",
            "--out",
            folder.resolve("results").toString());
    assertThat(status).isNotEqualTo(ExitStatus.OK);
    assertThatThrownBy(() -> answer("/", "localhost")).isInstanceOf(ConnectException.class);
  }

  @Test
  void whatIsNoPortIsNotTakenForAStudy() throws Exception {
    for (String port : List.of("--watch=abc", "--watch=-1")) {
      assertThat(run(new LookedAt(run -> {}), file().toString(), port))
          .isEqualTo(ExitStatus.WRONG_INPUT);
    }
    assertThat(error.toString()).contains("--watch needs a port from 0 to 65535, not abc.");
    assertThat(ADDRESS.matcher(error.toString()).results()).isEmpty();
  }

  private Path file() throws IOException {
    return Files.writeString(folder.resolve("levels.yaml"), STUDY);
  }

  private int run(Backend backend, String... arguments) {
    Console console =
        new Console(
            new PrintWriter(output, true),
            new PrintWriter(error, true),
            OptionalInt.empty(),
            OptionalInt.empty(),
            false,
            false);
    List<String> words = new ArrayList<>(List.of("study", "run"));
    words.addAll(List.of(arguments));
    return QuorateCommand.commandLine(
            new Invocation(console, new Installation(House.root(), "./quorate"), () -> false),
            new Backends(List.of(() -> backend)))
        .execute(words.toArray(String[]::new));
  }

  private String address() {
    Matcher told = ADDRESS.matcher(error.toString());
    assertThat(told.find()).as(error.toString()).isTrue();
    return told.group(1);
  }

  private EventReader reader() throws IOException, InterruptedException {
    EventReader known = reader;
    if (known == null) {
      known = EventReader.open(address(), "");
      reader = known;
    }
    return known;
  }

  /** Reads until the run is shown with what it has done. */
  private void look(Run run, List<Received> into) throws IOException, InterruptedException {
    Received next = reader().next();
    for (int events = 0;
        !next.part("state").contains("Run " + run.sequence())
            || !next.part("load").contains("812 that succeeded");
        events++) {
      assertThat(events).isLessThan(MOST_EVENTS);
      next = merged(next, reader().next());
    }
    into.add(next);
  }

  /** A later event beside the parts of an earlier one. */
  private static Received merged(Received one, Received later) {
    ObjectNode parts = one.data().get("parts").deepCopy();
    parts.setAll((ObjectNode) later.data().get("parts"));
    ObjectNode all = later.data().deepCopy();
    all.set("parts", parts);
    return new Received(later.id(), all);
  }

  private String answer(String path, String host) throws IOException {
    URI page = URI.create(address());
    try (Socket socket = new Socket(page.getHost(), page.getPort())) {
      socket
          .getOutputStream()
          .write(
              ("GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\n\r\n")
                  .getBytes(StandardCharsets.US_ASCII));
      byte[] beginning = socket.getInputStream().readNBytes("HTTP/1.1 421 ".length());
      return new String(beginning, StandardCharsets.US_ASCII);
    }
  }

  /** What a test does while a run goes on. */
  private interface Look {
    void at(Run run) throws IOException, InterruptedException;
  }

  /** A {@link StillBackend} whose runs are looked at while they go on. */
  private record LookedAt(Look look) implements Backend {
    @Override
    public String name() {
      return "still";
    }

    @Override
    public void check(List<Run> runs, boolean clustersTogether) {}

    @Override
    public BackendSession open(
        ClusterSettings cluster, int session, Path directory, Progress progress) {
      BackendSession still =
          StillBackend.of(1_000).open(cluster, session, directory, Progress.silent());
      return new BackendSession() {
        @Override
        public Environment environment() {
          return still.environment();
        }

        @Override
        public void warmUp(Run run, Progress shown) {}

        @Override
        public RunResult measure(Run run, Path runDirectory, Progress shown)
            throws BackendException, InterruptedException {
          try (Progress.Task task = shown.start("run " + run.sequence(), 2, "seconds")) {
            task.second(new LoadSecond(0, true, 812, 0, 1_000_000, 9_000_000, Map.of()));
            look.at(run);
          } catch (IOException unread) {
            throw new UncheckedIOException(unread);
          }
          return still.measure(run, runDirectory, shown);
        }

        @Override
        public void close() {
          still.close();
        }
      };
    }
  }
}
