package org.quorate.cli.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.servererrors.UnauthorizedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.quorate.cassandra.control.PublishedWord;
import org.quorate.cassandra.table.TableName;
import org.quorate.cli.live.Glance;
import org.quorate.cli.live.LevelsGlance;
import org.quorate.cli.observe.EnergyReport;
import org.quorate.cli.observe.EnergySamples;
import org.quorate.lab.store.cassandra.StoreException;

/** A cluster that is away at some of the seconds of an agent's life, which is virtual. */
final class AgentTest {
  private static final Instant START = Instant.parse("2026-11-26T23:50:00Z");

  private final List<String> told = new ArrayList<>();
  private final List<Long> connected = new ArrayList<>();
  private final List<Glance> glances = new ArrayList<>();
  private final Life life = new Life();
  private Lookout.Opener opener = this::open;
  @TempDir private Path folder;
  private long ends;
  private long awayFrom = Long.MAX_VALUE;
  private long awayUntil;
  private int readings;
  private boolean isUnreadable;
  private boolean hasMeters;
  private Optional<LevelsGlance> levels = Optional.empty();
  private int filesWhenClosed;
  private String more = "";

  @Test
  void aMinuteIsWrittenOnceItIsOverAndTheLastOneAtTheEnd() throws IOException {
    run(150);
    assertThat(Files.readAllLines(folder.resolve("tables-2026-11-26.csv")))
        .hasSize(4)
        .element(1)
        .asString()
        .startsWith("2026-11-26T23:50Z,shop.carts,50,100,50,2,5,");
    assertThat(told).isEmpty();
    assertThat(connected).containsExactly(0L);
  }

  @Test
  void aNewDayHasAFileOfItsOwn() {
    run(900);
    assertThat(folder.toFile().list())
        .containsExactlyInAnyOrder(
            "cluster-2026-11-26.csv.gz",
            "tables-2026-11-26.csv.gz",
            "cluster-2026-11-27.csv",
            "tables-2026-11-27.csv");
  }

  @Test
  void aClusterThatIsAwayAtTheStartIsConnectedToOnceItIsThere() {
    awayFrom = 0;
    awayUntil = 20;
    run(60);
    assertThat(told)
        .containsExactly(
            "The cluster is away: No Cassandra node answers. It is tried again until it answers.",
            "The cluster answers again, after 41 s.");
    assertThat(connected).containsExactly(0L, 1L, 3L, 7L, 15L, 31L);
  }

  @Test
  void aClusterThatGoesAwayIsAStateAndIsConnectedToAnew() {
    awayFrom = 100;
    awayUntil = 400;
    Agent agent = run(300);
    assertThat(told)
        .containsExactly(
            "The cluster is away: No node has given a reading for 30 s. It is tried again until it"
                + " answers.",
            "The cluster is still away: No Cassandra node answers. It is tried again until it"
                + " answers.");
    assertThat(agent.ready().isWell()).isFalse();
    assertThat(agent.metrics().text())
        .contains("quorate_agent_ready 0.0")
        .doesNotContain("quorate_reads_rate");
    assertThat(connected).contains(0L, 211L);
  }

  @Test
  void theEnergyOfTheHostsIsAmongTheMetricsWhileTheClusterIsThere() {
    hasMeters = true;
    assertThat(run(60).metrics().text())
        .contains("quorate_power_watts 101.0")
        .contains("quorate_data_center_power_watts{data_center=\"dc1\"} 101.0");
  }

  @Test
  void noEnergyIsToldWhileTheClusterIsAway() {
    hasMeters = true;
    awayFrom = 100;
    awayUntil = 400;
    assertThat(run(300).metrics().text()).doesNotContain("quorate_power_watts");
  }

  @Test
  void whoWatchesIsShownEveryLookAndThatTheClusterIsAwayAndSinceWhen() {
    awayFrom = 100;
    awayUntil = 400;
    run(300);
    Glance reading = glances.get(5);
    assertThat(reading.at()).isEqualTo(START.plusSeconds(50));
    assertThat(reading.readyUntil()).contains(START.plusSeconds(80));
    assertThat(reading.lastReading()).contains(START.plusSeconds(50));
    assertThat(reading.reports()).hasSize(1);
    assertThat(reading.unread()).isEmpty();
    Glance away = glances.get(glances.size() - 1);
    assertThat(away.readyUntil()).isEmpty();
    assertThat(away.away())
        .contains(new Glance.Away(START.plusSeconds(120), "No Cassandra node answers."));
    assertThat(glances.stream().flatMap(glance -> glance.away().stream()).distinct())
        .containsExactly(
            new Glance.Away(START.plusSeconds(120), "No node has given a reading."),
            new Glance.Away(START.plusSeconds(120), "No Cassandra node answers."));
    assertThat(away.lastReading()).contains(START.plusSeconds(90));
    assertThat(away.reports()).isEmpty();
  }

  @Test
  void readingsAreOnThePageWhileItIsReady() {
    Agent agent = run(60);
    assertThat(agent.ready().isWell()).isTrue();
    assertThat(agent.metrics().text())
        .contains("quorate_agent_ready 1.0", "quorate_reads_rate{table=\"shop.carts\"} 100.0");
  }

  @Test
  void anHourAwayIsThreeSentencesAndEveryReadingAfterItCounts() {
    awayFrom = 3600;
    awayUntil = 7200;
    run(14_400);
    assertThat(told).hasSize(3);
    // From 10 to 3590 and, connected to at 7253, from 7263 to 14393.
    assertThat(readings).isEqualTo(359 + 714);
  }

  @Test
  void aKeyspaceThatCannotBeReadIsNoClusterThatIsAway() {
    isUnreadable = true;
    Agent agent = run(600);
    assertThat(told).isEmpty();
    assertThat(connected).containsExactly(0L);
    assertThat(agent.ready().isWell()).isFalse();
    assertThat(agent.ready().text()).isEqualTo("no reading in the last 30 s\n");
    assertThat(agent.metrics().text())
        .contains("quorate_agent_keyspace_reading_age_seconds{keyspace=\"shop\"} 600.0");
  }

  /** As it does for some time after the node has gone. */
  @ParameterizedTest
  @ValueSource(strings = {"shop", "dropped"})
  void aClusterIsAwayWhileNothingAnswersThoughTheDriverHoldsANodeUp(String keyspace)
      throws Exception {
    Agent agent = runWithDriver(keyspace, new DriverTimeoutException("No answer in time"));
    assertThat(told).noneMatch(sentence -> sentence.startsWith("The cluster answers again"));
    assertThat(glances.get(glances.size() - 1).away())
        .contains(new Glance.Away(START, "No node has given a reading."));
    assertThat(agent.ready().isWell()).isFalse();
    assertThat(agent.metrics().text()).contains("quorate_agent_ready 0.0");
  }

  @Test
  void aClusterThatRefusesToBeReadAnswersAndIsNotReady() throws Exception {
    Agent agent = runWithDriver("shop", new UnauthorizedException(StandInDriver.NODE, "No right"));
    assertThat(told)
        .filteredOn(sentence -> sentence.startsWith("The cluster "))
        .element(1)
        .isEqualTo("The cluster answers again, after 1 s.");
    assertThat(told).anyMatch(sentence -> sentence.contains("GRANT SELECT"));
    assertThat(agent.ready().isWell()).isFalse();
  }

  @Test
  void aClusterThatLacksTheKeyspaceAnswersAndIsNotReady() throws Exception {
    Agent agent = runWithDriver("dropped", null);
    assertThat(told).contains("The cluster answers again, after 1 s.");
    assertThat(glances.get(glances.size() - 1).away()).isEmpty();
    assertThat(agent.ready().isWell()).isFalse();
  }

  @Test
  void levelsThatArePublishedAreAmongTheMetricsWhileTheClusterIsConnectedTo() throws Exception {
    more =
        "publish: {tables: {shop.carts:"
            + " {policy: harmony 1%, write-level: ONE, safe-level: ALL}}}\n";
    String text = runWithDriver("shop", null).metrics().text();
    assertThat(told).noneMatch(sentence -> sentence.startsWith("Levels are not published"));
    assertThat(text)
        .contains("quorate_publication_words_total 0.0")
        .contains("quorate_publication_failed_total ")
        .contains("quorate_table_left_alone{table=\"shop.carts\"} ")
        .contains("quorate_read_level{level=\"local_one\",table=\"shop.carts\"} ");
    assertThat(text.lines().filter(line -> line.startsWith("# TYPE"))).doesNotHaveDuplicates();
  }

  @Test
  void whoIsToPublishLevelsAndKeepsFailingIsNotReadyAndNamesNothing() {
    isPublished(Duration.ofSeconds(31), Optional.empty());
    Agent agent = run(60);
    assertThat(agent.ready().isWell()).isFalse();
    assertThat(agent.ready().text())
        .isEqualTo("levels are not published; the live page says why\n");
    assertThat(agent.metrics().text()).contains("quorate_agent_ready 0.0");
    assertThat(glances.get(glances.size() - 1).levels()).isEqualTo(levels);
  }

  @Test
  void whoCannotBeginToPublishIsNotReady() {
    isPublished(Duration.ZERO, Optional.of("Levels are not published until the next connection."));
    assertThat(run(60).ready().isWell()).isFalse();
  }

  @Test
  void whoPublishesIsReadyAlsoThroughAShortFault() {
    isPublished(Duration.ofSeconds(30), Optional.empty());
    assertThat(run(60).ready().text()).isEqualTo("ready\n");
  }

  @Test
  void whyTheClusterIsAwayIsSaidBeforeWhatFollowsFromIt() {
    isPublished(Duration.ofSeconds(31), Optional.empty());
    awayFrom = 100;
    awayUntil = 400;
    assertThat(run(300).ready().text()).isEqualTo("no reading in the last 30 s\n");
    assertThat(glances.get(glances.size() - 1).levels()).isEmpty();
  }

  private void isPublished(Duration age, Optional<String> obstacle) {
    levels =
        Optional.of(
            new LevelsGlance(
                List.of(
                    new PublishedWord(
                        new TableName("shop", "carts"),
                        Optional.empty(),
                        age,
                        Optional.of("No answer in time."))),
                Duration.ofSeconds(3),
                obstacle));
  }

  @Test
  void nothingIsToldOfLevelsWhereNoneArePublished() throws Exception {
    assertThat(runWithDriver("shop", null).metrics().text())
        .doesNotContain("quorate_publication", "quorate_read_level{");
  }

  /** After a second in which nobody could be connected to. */
  private Agent runWithDriver(String keyspace, @Nullable RuntimeException failure)
      throws Exception {
    String file =
        "contact-points: 127.0.0.1\npropagation: 5ms\nhistory: {directory: history}\nkeyspaces: {"
            + keyspace
            + ": all}\n"
            + more;
    AgentSettings settings = AgentFile.read(Files.writeString(folder.resolve("agent.yaml"), file));
    opener =
        () -> {
          if (life.second == 0) {
            throw new StoreException("No Cassandra node answers.");
          }
          return new ClusterLookout(settings, StandInDriver.session(failure), life, told::add);
        };
    return run(60);
  }

  @Test
  void theMinuteThatGoesOnIsWrittenBeforeTheConnectionIsClosed() {
    run(30);
    assertThat(filesWhenClosed).isEqualTo(2);
  }

  @Test
  void whoIsToEndConnectsToNothing() {
    ends = 0;
    assertThatThrownBy(agent()::run).isInstanceOf(InterruptedException.class);
    assertThat(connected).isEmpty();
  }

  /** Runs for so many seconds of the virtual life. */
  private Agent run(long seconds) {
    ends = seconds;
    Agent agent = agent();
    assertThatThrownBy(agent::run).isInstanceOf(InterruptedException.class);
    return agent;
  }

  private Agent agent() {
    History history =
        new History(new DayFiles(folder, MinuteRows.HEADERS, told::add), 400, told::add);
    return new Agent(Duration.ofSeconds(10), 1, opener, history, life, told::add, glances::add);
  }

  private boolean isAway() {
    return life.second >= awayFrom && life.second < awayUntil;
  }

  private Lookout open() throws StoreException {
    connected.add(life.second);
    if (isAway()) {
      throw new StoreException("No Cassandra node answers.");
    }
    return new Lookout() {
      private boolean hasBegun;

      @Override
      public List<Look> look() {
        boolean isReading = hasBegun && !isAway();
        hasBegun = !isAway();
        readings += isReading ? 1 : 0;
        if (isUnreadable) {
          return List.of(Look.failed("shop", true));
        }
        return List.of(
            isReading
                ? Look.of("shop", Readings.of("shop.carts", readings, 10, 100, readings, 0), true)
                : Look.failed("shop", false));
      }

      @Override
      public Optional<EnergyReport> energy() {
        return hasMeters ? Optional.of(EnergySamples.report()) : Optional.empty();
      }

      @Override
      public Optional<LevelsGlance> levels() {
        return levels;
      }

      @Override
      public void close() {
        String[] files = folder.toFile().list();
        filesWhenClosed = files == null ? 0 : files.length;
      }
    };
  }

  /** Passes only while somebody sleeps. */
  private final class Life implements AgentTime {
    private long second;

    @Override
    public Instant now() {
      return START.plusSeconds(second);
    }

    @Override
    public long nanos() {
      return Duration.ofSeconds(second).toNanos();
    }

    @Override
    public void sleep(long nanos) throws InterruptedException {
      second += Duration.ofNanos(nanos).toSeconds();
      if (second >= ends) {
        second = ends;
        throw new InterruptedException();
      }
    }
  }
}
