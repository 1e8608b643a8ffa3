package org.quorate.lab.energy;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A computer, or what stands for one, as far as energy is concerned: some servers and their meters.
 *
 * @param name unique in its cluster, such as {@code host1}
 * @param nodes the names of its servers, at least one
 * @param use what its servers use of it; null where that cannot be seen from here
 */
public record Host(String name, List<String> nodes, @Nullable ServerUse use) {
  /** Copies the names. */
  public Host {
    nodes = List.copyOf(nodes);
  }
}
