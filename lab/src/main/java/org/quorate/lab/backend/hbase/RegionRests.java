package org.quorate.lab.backend.hbase;

import java.util.Locale;
import org.quorate.core.offload.OffloadDecision;
import org.quorate.lab.backend.RestTimes;
import org.quorate.lab.engine.RunningNode;
import org.quorate.lab.hbase.RestListener;

/** Writes down what becomes of region servers, in words. Used as {@link RestTimes} are. */
record RegionRests(RestTimes times) implements RestListener {
  /**
   * The number of servers that should be awake changes.
   *
   * @param perSecond requests of all servers
   * @param servers that there are
   */
  void chosen(double perSecond, OffloadDecision decision, int servers) {
    times.chosen(perSecond, decision.awake(), decision.reason());
    times.event(
        decision.reason() + " " + decision.awake() + " of " + servers + " servers shall be awake.");
  }

  @Override
  public void moved(boolean done) {
    times.moved(done);
  }

  @Override
  public void spread(int regions, double seconds) {
    times.event(
        String.format(
            Locale.ROOT,
            "%d %s moved in %.1f s.",
            regions,
            regions == 1 ? "region was" : "regions were",
            seconds));
  }

  @Override
  public void rests(RunningNode node, boolean stopped) {
    times.rests(node.name(), stopped);
    times.event(node.name() + (stopped ? " was stopped, holding no region." : " rests, idle."));
  }

  @Override
  public void wakes(RunningNode node) {
    times
        .wakes(node.name())
        .ifPresent(stopped -> times.event(node.name() + (stopped ? " is started." : " is woken.")));
  }

  @Override
  public void serves(RunningNode node, double seconds) {
    times.served(seconds);
    times.event(
        String.format(
            Locale.ROOT, "%s serves again, %.1f s after it was wanted.", node.name(), seconds));
  }
}
