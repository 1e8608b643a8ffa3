package org.quorate.cli.observe;

import java.io.IOException;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.access.Failures;
import org.quorate.cassandra.observe.ClusterReport;

/**
 * The energy of the hosts for as long as it can be counted: whatever fails in its account ends that
 * alone, and is told in one sentence. Used by one thread.
 */
final class EnergyWatch implements AutoCloseable {
  private final Consumer<String> told;
  private final OperationRates rates = new OperationRates();
  private @Nullable ObservedEnergy meters;
  private @Nullable EnergyReport last;

  /**
   * @param meters closed with this; null where there are none
   */
  EnergyWatch(@Nullable ObservedEnergy meters, Consumer<String> told) {
    this.meters = meters;
    this.told = told;
  }

  /**
   * The nodes were asked.
   *
   * @param latest what their answers say
   * @param known whether there was something to take a difference to
   * @param ofCenters operations per second that the nodes of each data centre coordinated
   * @param askedAt between the question and the answers, by {@link System#nanoTime()}
   * @return what is known by now; null where nothing is counted
   */
  @Nullable EnergyReport counted(
      ClusterReport latest, boolean known, Map<String, Double> ofCenters, long askedAt) {
    ObservedEnergy open = meters;
    if (open == null) {
      return null;
    }
    try {
      rates.begin();
      rates.add(latest, known, ofCenters);
      open.counted(rates, askedAt);
      last = open.report();
      return last;
    } catch (RuntimeException failure) {
      fail(failure);
      return null;
    }
  }

  /** Ends it: what was drawn for as long as it was counted; null where it never was. */
  @Nullable EnergyReport finish() throws InterruptedException {
    ObservedEnergy open = meters;
    if (open != null) {
      try {
        last = open.finish();
      } catch (IOException | RuntimeException failure) {
        fail(failure);
      }
      close();
    }
    return last;
  }

  private void fail(Exception failure) {
    String why = Failures.sentence(failure);
    told.accept("The energy of the hosts is not counted from now on: " + why);
    if (last != null) {
      last = last.withNote("It was not counted until the end: " + why);
    }
    close();
  }

  @Override
  public void close() {
    ObservedEnergy open = meters;
    meters = null;
    try {
      if (open != null) {
        open.close();
      }
    } catch (RuntimeException failure) {
      told.accept("The meters of the hosts were not closed well: " + Failures.sentence(failure));
    }
  }
}
