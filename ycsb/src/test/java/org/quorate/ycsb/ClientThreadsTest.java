package org.quorate.ycsb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClientThreadsTest {
  private final ClientThreads<Counted> threads = new ClientThreads<>();
  private final List<Counted> opened = new ArrayList<>();

  @Test
  void theFirstToArriveOpensAndTheLastToLeaveCloses() throws Exception {
    ClientThreads.Seat<Counted> first = threads.join(this::open);
    ClientThreads.Seat<Counted> second = threads.join(this::open);
    assertThat(first.client()).isZero();
    assertThat(second.client()).isEqualTo(1);
    assertThat(second.store()).isSameAs(first.store());
    second.leave();
    assertThat(first.store().closings).isZero();
    first.leave();
    assertThat(first.store().closings).isEqualTo(1);
    assertThat(opened).hasSize(1);
  }

  @Test
  void oneThatLeavesEarlyClosesNothingForThoseStillToCome() throws Exception {
    ClientThreads.Seat<Counted> early = threads.join(this::open);
    early.leave();
    ClientThreads.Seat<Counted> late = threads.join(this::open);
    assertThat(late.store()).isSameAs(early.store());
    assertThat(late.store().closings).isZero();
    late.leave();
    assertThat(late.store().closings).isEqualTo(1);
  }

  @Test
  void moreThreadsThanThereArePlacesAreRefused() throws Exception {
    threads.join(this::open);
    threads.join(this::open);
    assertThatThrownBy(() -> threads.join(this::open))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("There are more clients than threadcount, which is 2.");
  }

  @Test
  void onceAllHaveLeftTheNextOpensAnother() throws Exception {
    ClientThreads.Seat<Counted> first = threads.join(this::open);
    ClientThreads.Seat<Counted> second = threads.join(this::open);
    first.leave();
    second.leave();
    ClientThreads.Seat<Counted> next = threads.join(this::open);
    assertThat(next.client()).isZero();
    assertThat(next.store()).isNotSameAs(first.store());
    assertThat(opened).hasSize(2);
  }

  @Test
  void whatCannotBeOpenedIsTriedByTheNext() throws Exception {
    assertThatThrownBy(
            () ->
                threads.join(
                    () -> {
                      throw new IOException("nobody answers");
                    }))
        .hasMessage("nobody answers");
    assertThat(threads.join(this::open).client()).isZero();
  }

  private Counted open() {
    Counted shared = new Counted();
    opened.add(shared);
    return shared;
  }

  /** For two threads; counts how often it is closed. */
  private static final class Counted implements ClientThreads.Shared {
    private int closings;

    @Override
    public int threads() {
      return 2;
    }

    @Override
    public void close() {
      closings++;
    }
  }
}
