package org.quorate.hbase.spill.folder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real files; a process ends when the lock on its spill's folder is let go of. */
@Timeout(120)
final class KeptStampsTest {
  private static final long NOW = 1_000_000_000_000L;
  private static final Optional<String> CLUSTER = Optional.of("a-cluster");

  @TempDir Path directory;

  private final Queue<String> told = new ConcurrentLinkedQueue<>();

  @Test
  void aLaterProcessBeginsAfterExactlyWhatOneThatClosedHadGiven() throws Exception {
    run(NOW, NOW + 9_000);
    try (SegmentedSpill spill = spill();
        KeptStamps later = open(spill, NOW)) {
      assertThat(later.earlier()).isEqualTo(NOW + 9_000);
    }
    assertThat(told)
        .singleElement()
        .asString()
        .contains("stamped up to 9000 ms ahead of this clock")
        .contains("for the next 18000 ms");
  }

  @Test
  void whereTheClockIsPastAllStampsNobodyIsTold() throws Exception {
    run(NOW);
    try (SegmentedSpill spill = spill();
        KeptStamps later = open(spill, NOW + 1)) {
      assertThat(later.earlier()).isEqualTo(NOW);
    }
    assertThat(told).isEmpty();
  }

  /** Steps and kills are drawn with seed 11. */
  @Test
  void aKilledProcessHasReservedAllThatItGaveAndASecondMoreAtMost() throws Exception {
    Random random = new Random(11);
    long now = NOW;
    long before = 0;
    for (int kill = 0; kill < 10; kill++) {
      long last;
      try (SegmentedSpill spill = spill()) {
        KeptStamps killed = open(spill, now);
        assertThat(killed.earlier()).isBetween(before, before + KeptStamps.RESERVED_MILLIS);
        last = killed.earlier();
        for (int stamp = random.nextInt(50); stamp >= 0; stamp--) {
          last = Math.max(last, now) + 1 + random.nextInt(stamp % 10 == 0 ? 9_000 : 300);
          killed.given(last);
          // Another row's, which is not as far ahead.
          killed.given(last - random.nextInt(100));
        }
        covers(spill, last);
      }
      before = last;
      now = before - random.nextInt(20_000);
    }
  }

  @Test
  void nothingIsWrittenWhileThereIsRoomBelowTheReservationOrNothingIsStamped() throws Exception {
    FaultyFiles files = new FaultyFiles();
    try (SegmentedSpill spill = spill();
        KeptStamps stamps = open(spill, files)) {
      assertThat(folder()).doesNotExist();
      stamps.given(NOW);
      covers(spill, NOW);
      for (int millis = 0; millis <= KeptStamps.RESERVED_MILLIS / 2; millis++) {
        stamps.given(NOW + millis);
      }
      assertThat(files.forces()).isEqualTo(1);
      stamps.given(NOW + KeptStamps.RESERVED_MILLIS / 2 + 1);
      covers(spill, NOW + KeptStamps.RESERVED_MILLIS + 1);
      assertThat(files.forces()).isEqualTo(2);
    }
    run(NOW);
    assertThat(names()).hasSize(1);
    try (SegmentedSpill spill = spill()) {
      open(spill, NOW).close();
      assertThat(names()).as("nothing was stamped").doesNotContain(name(spill));
    }
  }

  @Test
  void noStampWaitsForTheDiskAndThoseBeyondWhatItHasAreTold() throws Exception {
    CountDownLatch forcing = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    try (SegmentedSpill spill = spill();
        KeptStamps stamps =
            open(
                spill,
                path -> {
                  forcing.countDown();
                  waitFor(goOn);
                  return SegmentFile.create(path);
                })) {
      stamps.given(NOW);
      waitFor(forcing);
      for (int millis = 0; millis <= 5_000; millis++) {
        stamps.given(NOW + millis);
      }
      goOn.countDown();
      covers(spill, NOW + 5_000);
    }
    assertThat(told).singleElement().asString().contains("the disk was 4000 ms behind");
  }

  @Test
  void aDiskThatIsFullIsToldOnceAndLeavesTheFileAsItWas() throws Exception {
    FaultyFiles files = new FaultyFiles();
    run(NOW + 100);
    try (SegmentedSpill spill = spill();
        KeptStamps stamps = open(spill, files)) {
      files.room(20);
      stamps.given(NOW + 200);
      await().until(() -> told.size() == 1);
      for (long millis = 0; millis < 10_000; millis += 100) {
        stamps.given(NOW + 200 + millis);
      }
      assertThat(told.remove())
          .contains("No space left on device")
          .contains("writes go on, and it is tried again");
      await("what counts is there, and what was cut off").until(() -> names().size() == 2);
      try (SegmentedSpill beside = spill();
          KeptStamps other = open(beside, NOW)) {
        assertThat(other.earlier()).isEqualTo(NOW + 100);
      }
      files.room(Long.MAX_VALUE);
      stamps.given(NOW + 20_000);
      covers(spill, NOW + 20_000);
      await().until(() -> names().equals(List.of(name(spill))));
    }
    assertThat(told).isEmpty();
  }

  @Test
  void whereNoFolderCanBeMadeWritesGoOn() throws Exception {
    Files.writeString(folder(), "not a folder");
    try (SegmentedSpill spill = spill();
        KeptStamps stamps = open(spill, NOW)) {
      assertThat(stamps.earlier()).isZero();
      assertThat(told.remove()).contains(".stamps does not count");
      stamps.given(NOW);
      await().until(() -> told.size() == 1);
    }
    assertThat(told).singleElement().asString().contains("FileAlreadyExistsException");
  }

  /** To begin behind its reservation would be to lie ahead of what it writes meanwhile. */
  @Test
  void ofAProcessThatRunsCountsWhatItHadGiven() throws Exception {
    try (SegmentedSpill spill = spill();
        KeptStamps running = open(spill, NOW)) {
      running.given(NOW + 7_000);
      covers(spill, NOW + 7_000);
      try (SegmentedSpill own = spill();
          KeptStamps beside = open(own, NOW)) {
        assertThat(beside.earlier()).isEqualTo(NOW + 7_000);
        beside.given(NOW + 7_001);
      }
      assertThat(names()).as("its file stays").contains(name(spill)).hasSize(2);
    }
  }

  @Test
  void filesOfEndedProcessesDoNotGrowInNumberWhetherKilledOrNot() throws Exception {
    for (int process = 0; process < 6; process++) {
      try (SegmentedSpill spill = spill()) {
        KeptStamps stamps = open(spill, NOW);
        stamps.given(Math.max(NOW, stamps.earlier() + 1));
        covers(spill, stamps.earlier() + 1);
        Files.writeString(folder().resolve(name(spill) + StampFile.INCOMPLETE), "cut o");
        if (process % 2 == 0) {
          stamps.close();
        }
        await().until(() -> names().size() <= 2);
        assertThat(names()).allMatch(name -> name.startsWith(name(spill)));
      }
    }
  }

  /** As the disk, or somebody, may change it: every bit of the file. */
  @Test
  void aFileThatWasChangedIsToldAndLeftAndNothingOfItIsFollowed() throws Exception {
    run(NOW + 9_000);
    assertThat(names()).hasSize(1);
    Path file = folder().resolve(names().get(0));
    byte[] whole = Files.readAllBytes(file);
    try (SegmentedSpill spill = spill()) {
      for (int bit = 0; bit < 8 * whole.length; bit++) {
        byte[] changed = whole.clone();
        changed[bit / 8] ^= (byte) (1 << (bit % 8));
        Files.write(file, changed);
        assertThat(EarlierStamps.beside(spill.folder(), CLUSTER, NOW).last()).isZero();
      }
      try (KeptStamps stamps = open(spill, NOW)) {
        assertThat(told.remove())
            .contains(file + " does not count (it is damaged")
            .contains("remove it");
        stamps.given(NOW);
        covers(spill, NOW);
      }
      assertThat(file).exists();
      Files.write(file, whole);
      assertThat(EarlierStamps.beside(spill.folder(), CLUSTER, NOW).last()).isEqualTo(NOW + 9_000);
    }
  }

  @Test
  void whatIsMoreThanADayAheadIsToldAndKeptUntilTheClockIsThere() throws Exception {
    long year = TimeUnit.DAYS.toMillis(365);
    run(NOW + year);
    String kept = names().get(0);
    told.clear();
    run(NOW);
    assertThat(told.remove()).contains(year + " ms ahead").contains("more than a day");
    run(NOW + 10);
    assertThat(told.remove()).contains("more than a day");
    assertThat(names()).contains(kept).hasSize(2);
    try (SegmentedSpill spill = spill();
        KeptStamps stamps = open(spill, NOW + year - EarlierStamps.MOST_AHEAD_MILLIS)) {
      assertThat(stamps.earlier()).isEqualTo(NOW + year);
    }
  }

  @Test
  void whatWasStampedForAnotherClusterIsLeftAloneAndForAnUnknownOneCounts() throws Exception {
    run(NOW + 9_000);
    try (SegmentedSpill spill = spill();
        KeptStamps other = new KeptStamps(spill.folder(), Optional.of("another"), NOW, told::add)) {
      assertThat(other.earlier()).isZero();
      other.given(NOW);
    }
    assertThat(names()).hasSize(2);
    try (SegmentedSpill spill = spill();
        KeptStamps unknown = new KeptStamps(spill.folder(), Optional.empty(), NOW, told::add)) {
      assertThat(unknown.earlier()).isEqualTo(NOW + 9_000);
    }
  }

  @Test
  void spillsAreListedAndDrainedAsBefore() throws Exception {
    run(NOW);
    assertThat(folder()).isDirectory();
    assertThat(SpillDirectory.at(directory).list()).isEmpty();
  }

  /** As when processes start and end, thousands of times. */
  @Test
  void whatTakesThePlaceOfAnotherWhileAllAreReadCounts() throws Exception {
    Files.createDirectory(folder());
    AtomicLong written = new AtomicLong(NOW);
    write(NOW);
    ExecutorService writer = Executors.newSingleThreadExecutor();
    try {
      Future<?> writing =
          writer.submit(
              () -> {
                for (long stamp = NOW + 1; stamp <= NOW + 3_000; stamp++) {
                  write(stamp);
                  written.set(stamp);
                  Files.delete(folder().resolve(Long.toString(stamp - 1)));
                }
                return null;
              });
      while (!writing.isDone()) {
        long least = written.get();
        EarlierStamps read = EarlierStamps.beside(directory.resolve("own"), CLUSTER, NOW);
        assertThat(read.last()).isGreaterThanOrEqualTo(least);
      }
      writing.get();
    } finally {
      writer.shutdownNow();
    }
  }

  private void write(long stamp) throws IOException {
    Files.writeString(
        folder().resolve(Long.toString(stamp)), new StampFile(stamp, stamp, CLUSTER).text());
  }

  /** Four threads open, stamp and end, killed or not, while the others do: what ended counts. */
  @Test
  void whoeverOpensWhileOthersOpenAndEndFollowsAllThatHadEnded() throws Exception {
    AtomicLong ended = new AtomicLong();
    AtomicLong stamps = new AtomicLong(NOW);
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<?>> all = new ArrayList<>();
      for (int thread = 0; thread < 4; thread++) {
        boolean killed = thread % 2 == 0;
        all.add(
            threads.submit(
                () -> {
                  for (int round = 0; round < 15; round++) {
                    long least = ended.get();
                    long stamp;
                    try (SegmentedSpill spill = spill()) {
                      KeptStamps kept = open(spill, NOW);
                      assertThat(kept.earlier()).isGreaterThanOrEqualTo(least);
                      stamp = stamps.addAndGet(2_000);
                      kept.given(stamp);
                      covers(spill, stamp);
                      if (!killed) {
                        kept.close();
                      }
                    }
                    ended.accumulateAndGet(stamp, Math::max);
                  }
                  return null;
                }));
      }
      for (Future<?> each : all) {
        each.get();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  /** A process that gives these stamps and closes. */
  private void run(long... stamps) throws IOException {
    try (SegmentedSpill spill = spill();
        KeptStamps kept = open(spill, NOW)) {
      for (long stamp : stamps) {
        kept.given(stamp);
      }
    }
  }

  private SegmentedSpill spill() throws IOException {
    return SegmentedSpill.open(Writes.settings(directory));
  }

  private KeptStamps open(SegmentedSpill spill, long now) {
    return new KeptStamps(spill.folder(), CLUSTER, now, told::add);
  }

  private KeptStamps open(SegmentedSpill spill, SegmentFile.Maker maker) {
    return new KeptStamps(spill.folder(), CLUSTER, NOW, told::add, maker);
  }

  /** Waits until a stamp is covered by what is on the disk. */
  private void covers(SegmentedSpill spill, long stamp) {
    Path file = folder().resolve(name(spill));
    await().until(() -> Files.exists(file) && StampFile.read(file).reserved() >= stamp);
  }

  private static String name(SegmentedSpill spill) {
    return String.valueOf(spill.folder().getFileName());
  }

  private Path folder() {
    return directory.resolve(KeptStamps.FOLDER);
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(folder())) {
      return files.map(file -> String.valueOf(file.getFileName())).sorted().toList();
    }
  }

  private static void waitFor(CountDownLatch latch) throws IOException {
    try {
      assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }
}
