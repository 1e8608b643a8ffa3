package org.quorate.lab.energy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.assertj.core.data.Offset;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.lab.engine.RunningProcess;
import org.quorate.lab.engine.RunningService;
import org.quorate.lab.link.Links;
import org.quorate.lab.process.ControlGroup;

/** On groups that are made-up files, with processes that say of themselves that they used 7 s. */
class ServerUseTest {
  private static final Offset<Double> EXACTLY = within(1e-9);
  private static final long HERE = ProcessHandle.current().pid();
  private static final long ENDED = -1;

  private final Path folder;
  private final ControlGroup group;

  ServerUseTest(@TempDir Path folder) {
    this.folder = folder;
    this.group = new ControlGroup(folder);
  }

  @Test
  void whatAGroupCountsIsCountedOnceForAllServersInIt() throws Exception {
    used(1_000_000_001);
    holds(HERE);
    ServerUse use = use(server(HERE, group), server(ENDED, group), server(ENDED, null));
    assertThat(use.read().processorSeconds()).isCloseTo(1.000000001 + 7, EXACTLY);
    used(1_000_000_003);
    assertThat(use.read().processorSeconds()).isCloseTo(1.000000003 + 7, EXACTLY);
  }

  @Test
  void whatWasUsedStaysUsedWhenTheGroupIsGone() throws Exception {
    used(2_500_000_000L);
    holds(HERE);
    ServerUse use = use(server(HERE, group));
    use.read();
    Files.delete(folder.resolve("cpuacct.usage"));
    assertThat(use.read().processorSeconds()).isCloseTo(2.5, EXACTLY);
  }

  @Test
  void whereAGroupDoesNotCountOneOfItsServersAllAreLookedAtThemselves() throws Exception {
    used(2_500_000_000L);
    holds(ENDED);
    assertThat(use(server(HERE, group), server(ENDED, group)).read().processorSeconds())
        .isEqualTo(2 * 7);
    ControlGroup none = new ControlGroup(folder.resolve("none"));
    assertThat(use(server(ENDED, none)).read().processorSeconds()).isEqualTo(7);
  }

  @Test
  void whatAServerUsesOnAnotherHostIsThatOnes() throws Exception {
    used(1_000_000_000);
    holds(HERE);
    AtomicInteger host = new AtomicInteger(1);
    AtomicLong seconds = new AtomicLong(7);
    RunningProcess moving = server(ENDED, null, seconds::get);
    ServerUse one = use(server -> host.get() == 1, server(HERE, group), moving);
    ServerUse two = use(server -> server == moving && host.get() == 2, moving);
    assertThat(one.read().processorSeconds()).isCloseTo(1 + 7, EXACTLY);
    assertThat(two.read().processorSeconds()).isZero();

    host.set(2);
    assertThat(one.read().processorSeconds()).isCloseTo(1 + 7, EXACTLY);
    assertThat(two.read().processorSeconds()).isZero();
    seconds.set(10);
    assertThat(one.read().processorSeconds()).isCloseTo(1 + 7, EXACTLY);
    assertThat(two.read().processorSeconds()).isCloseTo(3, EXACTLY);

    host.set(1);
    one.read();
    seconds.set(12);
    assertThat(one.read().processorSeconds()).isCloseTo(1 + 7 + 2, EXACTLY);
    assertThat(two.read().processorSeconds()).isCloseTo(3, EXACTLY);
  }

  /** It leaves right after it was asked where it is. */
  @Test
  void aServerThatMovesWhileItIsLookedAtIsCountedByItsGroupAlone() throws Exception {
    used(1_000_000_000);
    holds(HERE);
    ControlGroup other = new ControlGroup(folder.resolve("other"));
    AtomicInteger asked = new AtomicInteger();
    RunningProcess moving =
        answering(
            RunningService.class,
            Map.of(
                "processId",
                () -> HERE,
                "processorTime",
                () -> Duration.ofHours(1),
                "group",
                () -> Optional.of(asked.get() < 2 ? group : other)));
    ServerUse use = use(server -> asked.incrementAndGet() <= 2, moving);
    assertThat(use.read().processorSeconds()).isCloseTo(1, EXACTLY);
    assertThat(use.read().processorSeconds()).isCloseTo(1, EXACTLY);
  }

  private void used(long nanoseconds) throws Exception {
    Files.writeString(folder.resolve("cpuacct.usage"), nanoseconds + "\n");
  }

  private void holds(long processId) throws Exception {
    Files.writeString(folder.resolve("cgroup.procs"), processId + "\n");
  }

  private static ServerUse use(RunningProcess... servers) {
    return use(any -> true, servers);
  }

  private static ServerUse use(Predicate<RunningProcess> here, RunningProcess... servers) {
    return new ServerUse(
        List.of(servers), here, 1, new LinkBytes(answering(Links.class, Map.of())));
  }

  private static RunningProcess server(long processId, @Nullable ControlGroup group) {
    return server(processId, group, () -> 7);
  }

  private static RunningProcess server(
      long processId, @Nullable ControlGroup group, LongSupplier seconds) {
    return answering(
        RunningService.class,
        Map.of(
            "processId",
            () -> processId,
            "processorTime",
            () -> Duration.ofSeconds(seconds.getAsLong()),
            "group",
            () -> Optional.ofNullable(group)));
  }

  private static <T> T answering(Class<T> type, Map<String, Supplier<Object>> answers) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) ->
                Objects.requireNonNull(answers.get(method.getName())).get()));
  }
}
