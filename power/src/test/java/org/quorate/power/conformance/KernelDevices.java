package org.quorate.power.conformance;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.quorate.power.MeterSettings;
import org.quorate.power.PowerMeter;
import org.quorate.power.ipmi.Ipmi;
import org.quorate.power.linux.Hwmon;
import org.quorate.power.linux.KernelTree;
import org.quorate.power.linux.Powercap;
import org.quorate.power.liveness.LivenessCheck;
import org.quorate.power.liveness.ScriptedLoad;
import org.quorate.testing.RewrittenFile;

/** Devices of this machine: trees of files as the kernel shows them, and programs. */
final class KernelDevices {
  private KernelDevices() {}

  /** One package of a processor, whose counter starts again at 2,000 J. */
  static final class Rapl implements Device {
    static final double WRAP = 2000;

    private final Run run;
    private final Path root;
    private final KernelTree tree;
    private final Map<String, Long> energies = new LinkedHashMap<>();

    Rapl(Run run) {
      this.run = run;
      this.root = run.folder();
      this.tree = new KernelTree(root);
    }

    @Override
    public void tell(Instant now, double joules) {
      zone("intel-rapl:0", "package-0", joules, WRAP);
    }

    /** Tells of a zone in joules. */
    void zone(String id, String name, double joules, double wrap) {
      energies.put(id, Math.round(1e6 * joules));
      tree.zone(id, name, Math.round(1e6 * joules), Math.round(1e6 * wrap));
    }

    @Override
    public PowerMeter open() throws Exception {
      ScriptedLoad load =
          new ScriptedLoad(
              () ->
                  energies.forEach((id, energy) -> tree.energy(id, energy == 0 ? 0 : energy + 61)));
      return new Powercap(run.clock, new LivenessCheck(load))
          .open(new MeterSettings("powercap", Map.of("root", root.toString())));
    }

    @Override
    public Duration spacing() {
      return Duration.ofMillis(500);
    }

    @Override
    public String toString() {
      return "powercap";
    }
  }

  /** A sensor of the board. */
  static final class Board implements Device {
    private final Run run;
    private final Path root;
    private final KernelTree tree;

    Board(Run run) {
      this.run = run;
      this.root = run.folder();
      this.tree = new KernelTree(root);
    }

    @Override
    public void tell(Instant now, double watts) {
      tree.write("hwmon1/name", "power_meter");
      tree.write("hwmon1/power1_input", Double.isNaN(watts) ? "" : Math.round(1e6 * watts));
    }

    @Override
    public PowerMeter open() throws Exception {
      return new Hwmon(run.clock, new LivenessCheck(new ScriptedLoad(() -> {})))
          .open(new MeterSettings("hwmon", Map.of("root", root.toString())));
    }

    @Override
    public Duration spacing() {
      return Duration.ofMillis(500);
    }

    @Override
    public String toString() {
      return "hwmon";
    }
  }

  /** A controller as ipmitool prints what it answers. */
  static final class Printed implements Device {
    /** As from version 1.8.19 on, with two items in one line. */
    static final String ONE_LINE =
        """

            Instantaneous power reading:                   %d Watts
            Minimum during sampling period:                 95 Watts
            Maximum during sampling period:                251 Watts
            Average power reading over sample period:      163 Watts
            IPMI timestamp:                           11/21/26 19:13:04 UTC    Sampling period:                          00000001 Seconds.
            Power reading state is:                   activated

        """;

    /** As OpenBMC answers it. */
    static final String DEACTIVATED =
        """
            Instantaneous power reading:                   %d Watts
            Minimum during sampling period:                235 Watts
            Maximum during sampling period:                235 Watts
            Average power reading over sample period:      235 Watts
            IPMI timestamp:                           Thu Jan  1 00:00:00 1970
            Sampling period:                          00000000 Seconds.
            Power reading state is:                   deactivated
        """;

    private final Run run;
    private final Path root;
    private final String form;

    Printed(Run run, String form) {
      this.run = run;
      this.root = run.folder();
      this.form = form;
    }

    @Override
    public void tell(Instant now, double watts) throws Exception {
      String output =
          Double.isNaN(watts)
              ? "    DCMI request failed because: Node busy (c0)"
              : form.formatted(Math.round(watts));
      // The shell says it itself, so that a reading costs one process and not two.
      RewrittenFile.write(
          root.resolve("answer"), ("echo '" + output + "'\n").getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public PowerMeter open() throws Exception {
      Path script = root.resolve("ipmitool");
      Files.writeString(script, "#!/bin/sh\n. " + root.resolve("answer") + "\n");
      Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
      return new Ipmi(script.toString(), root, Map.of(), run.clock)
          .open(new MeterSettings("ipmi", Map.of()));
    }

    @Override
    public String toString() {
      return "ipmi";
    }
  }
}
