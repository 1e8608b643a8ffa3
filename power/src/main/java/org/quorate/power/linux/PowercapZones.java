package org.quorate.power.linux;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Finds the counters of RAPL and decides which of them are the same.
 *
 * <ul>
 *   <li>What a zone counts is in its file {@code name}; its number says nothing, since psys may be
 *       zone 1 on one machine and the second package on another.
 *   <li>A package that is shown both by {@code intel-rapl} and {@code intel-rapl-mmio} is one
 *       package.
 *   <li>Some processors show one counter of a package again for each of its dies. Dies of a package
 *       whose counters show the same value, read one after the other, are one.
 * </ul>
 */
record PowercapZones(Attributes attributes) {
  private static final Pattern FOLDER = Pattern.compile("[a-z-]*rapl[a-z-]*((?::\\d+)*)");
  private static final Pattern DIE = Pattern.compile("(package-\\d+)-die-\\d+(.*)");

  /** Zones seen through processor registers before those seen through memory, then by number. */
  private static final Comparator<String> ORDER =
      Comparator.<String, Boolean>comparing(id -> id.contains("mmio"))
          .thenComparingInt(String::length)
          .thenComparing(Comparator.naturalOrder());

  private static final int DEEPEST = 3;
  private static final int LOOKS = 3;

  /**
   * The zones below a folder such as {@code /sys/class/powercap}, each once, readable or not.
   *
   * @throws IOException when the folder is there and cannot be listed
   */
  List<PowercapZone> find(Path root) throws IOException {
    Map<String, Path> folders = new TreeMap<>(ORDER);
    collect(root, 0, folders);
    Map<String, PowercapZone> zones = new LinkedHashMap<>();
    for (Map.Entry<String, Path> entry : folders.entrySet()) {
      zone(entry.getKey(), entry.getValue(), folders).ifPresent(zone -> add(zone, zones));
    }
    return withoutMirrors(List.copyOf(zones.values()));
  }

  private static void collect(Path folder, int depth, Map<String, Path> folders)
      throws IOException {
    for (Path child : Attributes.list(folder)) {
      Path last = child.getFileName();
      String name = last == null ? "" : last.toString();
      if (FOLDER.matcher(name).matches() && Files.isDirectory(child)) {
        if (name.indexOf(':') > 0) {
          folders.putIfAbsent(name, child);
        }
        if (depth < DEEPEST) {
          collect(child, depth + 1, folders);
        }
      }
    }
  }

  private Optional<PowercapZone> zone(String id, Path folder, Map<String, Path> folders) {
    String name = attributes.optional(folder.resolve("name")).orElse("");
    return Domain.ofZone(name)
        .map(
            domain -> {
              String full = domain == Domain.DRAM ? packageName(id, folders) + " dram" : name;
              return new PowercapZone(
                  id, folder, domain, full, range(folder), Optional.empty(), false, List.of());
            })
        .map(this::tried);
  }

  /** The name of the package that a zone is part of. */
  private String packageName(String id, Map<String, Path> folders) {
    String parent = id.substring(0, id.lastIndexOf(':'));
    Path folder = folders.get(parent);
    return folder == null ? parent : attributes.optional(folder.resolve("name")).orElse(parent);
  }

  private OptionalDouble range(Path folder) {
    try {
      long range =
          Long.parseLong(attributes.optional(folder.resolve("max_energy_range_uj")).orElse("0"));
      return range > 0 ? OptionalDouble.of(range / 1e6) : OptionalDouble.empty();
    } catch (NumberFormatException e) {
      return OptionalDouble.empty();
    }
  }

  private PowercapZone tried(PowercapZone zone) {
    try {
      energy(zone);
      return zone;
    } catch (AccessDeniedException e) {
      return troubled(zone, zone.energyFile() + " may not be read by this user", true);
    } catch (IOException | NumberFormatException e) {
      return troubled(zone, zone.energyFile() + " gives no number of microjoules", false);
    }
  }

  private static PowercapZone troubled(PowercapZone zone, String reason, boolean denied) {
    return new PowercapZone(
        zone.id(),
        zone.folder(),
        zone.domain(),
        zone.name(),
        zone.wrapsAt(),
        Optional.of(reason),
        denied,
        zone.notes());
  }

  private static void add(PowercapZone zone, Map<String, PowercapZone> zones) {
    PowercapZone known = zones.get(zone.name());
    if (known == null) {
      zones.put(zone.name(), zone);
    } else if (!known.isReadable() && zone.isReadable()) {
      zones.put(zone.name(), zone.with(again(known)));
    } else {
      zones.put(zone.name(), known.with(again(zone)));
    }
  }

  private static String again(PowercapZone zone) {
    return zone.id() + " shows it once more and is not counted";
  }

  private List<PowercapZone> withoutMirrors(List<PowercapZone> zones) {
    List<PowercapZone> kept = new ArrayList<>();
    for (PowercapZone zone : zones) {
      int mirror = -1;
      for (int i = 0; i < kept.size() && mirror < 0; i++) {
        if (areDiesOfOne(kept.get(i), zone) && showTheSame(kept.get(i), zone)) {
          mirror = i;
        }
      }
      if (mirror < 0) {
        kept.add(zone);
      } else {
        kept.set(mirror, kept.get(mirror).with(zone.name() + " repeats it and is not counted"));
      }
    }
    return List.copyOf(kept);
  }

  private static boolean areDiesOfOne(PowercapZone a, PowercapZone b) {
    String first = withoutDie(a.name());
    return !first.equals(a.name()) && first.equals(withoutDie(b.name()));
  }

  private static String withoutDie(String name) {
    return DIE.matcher(name).replaceFirst("$1$2");
  }

  /** Whether a second counter, read between two readings of the first, lies between them. */
  private boolean showTheSame(PowercapZone a, PowercapZone b) {
    if (!a.isReadable() || !b.isReadable() || !a.wrapsAt().equals(b.wrapsAt())) {
      return false;
    }
    try {
      for (int look = 0; look < LOOKS; look++) {
        long before = energy(a);
        long between = energy(b);
        long after = energy(a);
        if (before == 0 || between < before || between > after) {
          return false;
        }
      }
      return true;
    } catch (IOException | NumberFormatException e) {
      return false;
    }
  }

  private long energy(PowercapZone zone) throws IOException {
    return Long.parseLong(attributes.read(zone.energyFile()));
  }
}
