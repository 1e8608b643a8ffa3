package org.quorate.cassandra.session;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.quorate.cassandra.event.LevelEvent;
import org.quorate.cassandra.event.LevelEvent.Kind;

/** Why tables were left alone, or minded again, by what a listener was told. */
final class LeftAlone {
  private LeftAlone() {}

  /**
   * In the order in which they were told. On a busy machine a stand-in server may be late to say
   * what kind of table it has: that, and that it has said it in the end, is left out.
   */
  static List<String> reasons(Collection<LevelEvent> told) {
    List<String> reasons = new ArrayList<>();
    boolean isWaiting = false;
    for (LevelEvent event : told) {
      if (event.kind() == Kind.LEFT_ALONE) {
        boolean waited = isWaiting;
        isWaiting = event.reason().contains(" is left alone until the cluster says ");
        if (!isWaiting && !(waited && event.reason().equals("The table is minded again."))) {
          reasons.add(event.reason());
        }
      }
    }
    return reasons;
  }
}
