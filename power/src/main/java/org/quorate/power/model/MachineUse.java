package org.quorate.power.model;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.quorate.power.MeterException;

/**
 * What this whole machine uses, as Linux tells in {@code /proc/stat}, {@code /proc/diskstats}
 * (whole disks only) and {@code /proc/net/dev} (all interfaces but the loopback). Time that the
 * host of a virtual machine gave to others counts as idle. Stateless and thread-safe.
 */
public final class MachineUse implements UseSource {
  /** Of {@code /proc/stat}; 100 on every Linux architecture of use. */
  private static final double TICKS_PER_SECOND = 100;

  /** Of {@code /proc/diskstats}, whatever the disk's own are. */
  private static final double SECTOR_BYTES = 512;

  private final Path root;
  private final int cores;

  private MachineUse(Path root, int cores) {
    this.root = root;
    this.cores = cores;
  }

  /** This machine. */
  public static MachineUse ofThisMachine() {
    return new MachineUse(Path.of("/proc"), Runtime.getRuntime().availableProcessors());
  }

  /** A machine whose files are elsewhere. */
  static MachineUse at(Path root, int cores) {
    return new MachineUse(root, cores);
  }

  @Override
  public double cores() {
    return cores;
  }

  @Override
  public HostUse read() throws MeterException {
    try {
      return new HostUse(processorSeconds(), diskBytes(), networkBytes());
    } catch (IOException | NumberFormatException | IndexOutOfBoundsException e) {
      throw new MeterException(
          "The machine's use cannot be read from " + root + ", which needs Linux: " + e, e);
    }
  }

  private double processorSeconds() throws IOException {
    String[] fields = lines("stat").get(0).split("\\s+", -1);
    double ticks = 0;
    // user nice system idle iowait irq softirq
    for (int i : new int[] {1, 2, 3, 6, 7}) {
      ticks += Long.parseLong(fields[i]);
    }
    return ticks / TICKS_PER_SECOND;
  }

  private double diskBytes() throws IOException {
    double sectors = 0;
    for (String line : lines("diskstats")) {
      String[] fields = line.strip().split("\\s+", -1);
      if (isWholeDisk(fields[2])) {
        sectors += Long.parseLong(fields[5]) + (double) Long.parseLong(fields[9]);
      }
    }
    return sectors * SECTOR_BYTES;
  }

  private static boolean isWholeDisk(String name) {
    return name.matches("(sd|vd|hd|xvd)[a-z]+|nvme\\d+n\\d+|mmcblk\\d+");
  }

  private double networkBytes() throws IOException {
    double bytes = 0;
    for (String line : lines("net/dev")) {
      int colon = line.indexOf(':');
      if (colon > 0 && !line.substring(0, colon).strip().equals("lo")) {
        String[] fields = line.substring(colon + 1).strip().split("\\s+", -1);
        bytes += Long.parseLong(fields[0]) + (double) Long.parseLong(fields[8]);
      }
    }
    return bytes;
  }

  private List<String> lines(String file) throws IOException {
    return Files.readAllLines(root.resolve(file), StandardCharsets.ISO_8859_1);
  }
}
