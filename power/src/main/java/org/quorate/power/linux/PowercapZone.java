package org.quorate.power.linux;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.quorate.power.Channel;

/**
 * One counter of RAPL.
 *
 * @param id its folder, such as {@code intel-rapl:0:1}
 * @param name what it counts, unique in a machine, such as {@code package-0} or {@code package-0
 *     dram}
 * @param wrapsAt joules at which it starts again
 * @param trouble why it cannot be read; empty where it can
 * @param denied whether the reason is that this user may not
 * @param notes what was left out for its sake, sentences
 */
record PowercapZone(
    String id,
    Path folder,
    Domain domain,
    String name,
    OptionalDouble wrapsAt,
    Optional<String> trouble,
    boolean denied,
    List<String> notes) {
  /** The unit that nearly all processors count in, joules; sysfs rounds it to microjoules. */
  private static final double UNIT = 1.0 / (1 << 14);

  Path energyFile() {
    return folder.resolve("energy_uj");
  }

  boolean isReadable() {
    return trouble.isEmpty();
  }

  PowercapZone with(String note) {
    List<String> more = new ArrayList<>(notes);
    more.add(note);
    return new PowercapZone(id, folder, domain, name, wrapsAt, trouble, denied, List.copyOf(more));
  }

  /** Its channel in a meter that counts a domain. */
  CounterFile source(Domain counted) {
    Channel channel = Channel.joules(name, domain.scope(), UNIT);
    if (wrapsAt.isPresent()) {
      channel = channel.wrappingAt(wrapsAt.getAsDouble());
    }
    return new CounterFile(domain == counted ? channel : channel.apart(), energyFile());
  }
}
