package org.quorate.power.cap;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Caps all processors of this machine by the highest frequency that Linux lets them use ({@code
 * scaling_max_freq}). The share is of the highest frequency of the hardware ({@code
 * cpuinfo_max_freq}), of each processor its own where they differ. Needs root, and a driver that
 * scales frequencies, which virtual machines do not have.
 *
 * <p>In this order: what is set is written to a state file; all processors are set; all are read
 * back; one that says something else than {@value #TOLERANCE} of the hardware's frequency around
 * what it was told is a reason to undo everything. Safe between threads and processes.
 */
public final class CpufreqCap implements ProcessorCap {
  /** Drivers round to steps of 100 MHz and more. */
  static final double TOLERANCE = 0.05;

  private static final Path ROOT = Path.of("/sys/devices/system/cpu");
  private static final String NAME = "cpufreq";

  private final Path root;
  private final CapStateFile stateFile;
  private final CapState.Lifetime lifetime;
  private final InstantSource clock;
  private final FrequencyPolicy.Writer writer;

  /**
   * A cap of the processors below a folder.
   *
   * @param root the kernel's folder of processors
   * @param stateFile where to remember what was set; the same for all processes
   */
  public CpufreqCap(Path root, Path stateFile, CapState.Lifetime lifetime, InstantSource clock) {
    this(root, stateFile, lifetime, clock, FrequencyPolicy.Writer.ofKernel());
  }

  CpufreqCap(
      Path root,
      Path stateFile,
      CapState.Lifetime lifetime,
      InstantSource clock,
      FrequencyPolicy.Writer writer) {
    this.writer = writer;
    this.root = root;
    this.stateFile = new CapStateFile(stateFile);
    this.lifetime = lifetime;
    this.clock = clock;
  }

  /** The folder of this machine's processors. */
  public static Path processors() {
    return ROOT;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Optional<String> refusal() {
    try {
      FrequencyPolicies.checked(root, writer);
      return Optional.empty();
    } catch (CapException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  @Override
  public Cap apply(double share) throws CapException {
    if (!(share > 0 && share <= 1)) {
      throw new CapException("A share of " + share + " is not above 0 and at most 1.");
    }
    return stateFile.alone(
        () -> {
          List<FrequencyPolicy> policies = FrequencyPolicies.checked(root, writer);
          Optional<CapState> before = stateFile.read();
          if (before.isPresent() && before.get().isOfAnother()) {
            throw ofAnother(before.get());
          }
          if (before.isPresent()
              && !before.get().processors().equals(root.toAbsolutePath().toString())) {
            throw new CapException(
                "The processors below "
                    + before.get().processors()
                    + " are capped already; free them first: quorate power uncap");
          }
          SortedMap<String, Long> targets = new TreeMap<>();
          SortedMap<String, Long> previous = new TreeMap<>();
          for (FrequencyPolicy policy : policies) {
            try {
              targets.put(policy.processor(), FrequencyPolicies.target(policy, share));
              previous.put(policy.processor(), policy.maximum());
            } catch (IOException e) {
              throw new CapException(
                  "The frequencies in " + policy.folder() + " cannot be read (" + e + ").", e);
            }
          }
          before.ifPresent(state -> previous.putAll(state.previous()));
          stateFile.write(CapState.of(NAME, share, clock.instant(), lifetime, root, previous));
          try {
            return set(policies, targets, share);
          } catch (IOException | CapException e) {
            putBack(root, previous);
            stateFile.delete();
            throw e instanceof CapException refused
                ? refused
                : new CapException(
                    "The processors cannot be capped ("
                        + e
                        + "); they are set as they were before.",
                    e);
          }
        });
  }

  private Cap set(List<FrequencyPolicy> policies, SortedMap<String, Long> targets, double share)
      throws CapException, IOException {
    for (FrequencyPolicy policy : policies) {
      policy.setMaximum(targets.getOrDefault(policy.processor(), 0L), writer);
    }
    double reached = 0;
    long slowest = Long.MAX_VALUE;
    long fastest = 0;
    for (FrequencyPolicy policy : policies) {
      long target = targets.getOrDefault(policy.processor(), 0L);
      long now = policy.maximum();
      if (Math.abs(now - target) > TOLERANCE * policy.highest()) {
        throw new CapException(
            String.format(
                Locale.ROOT,
                "The frequency driver does not take the cap: %s says %d MHz after it was told %d"
                    + " MHz; the processors are set as they were before.",
                policy.processor(),
                now / 1000,
                target / 1000));
      }
      reached = Math.max(reached, (double) now / policy.highest());
      slowest = Math.min(slowest, now);
      fastest = Math.max(fastest, now);
    }
    String range =
        slowest == fastest
            ? Long.toString(fastest / 1000)
            : slowest / 1000 + " to " + fastest / 1000;
    return new Cap(
        NAME,
        share,
        reached,
        String.format(
            Locale.ROOT,
            "at most %s MHz on %d %s",
            range,
            policies.size(),
            policies.size() == 1 ? "frequency domain" : "frequency domains"));
  }

  @Override
  public boolean restore() throws CapException {
    return stateFile.alone(
        () -> {
          Optional<CapState> state = stateFile.read();
          if (state.isPresent() && state.get().isOfAnother()) {
            throw ofAnother(state.get());
          }
          return restore(state);
        });
  }

  /** Puts back what was there before, even if a process that is alive wants the cap. */
  public boolean restoreFromAnybody() throws CapException {
    return stateFile.alone(() -> restore(stateFile.read()));
  }

  /**
   * Puts back what a process has left behind that ended without doing it itself, such as by {@code
   * kill -9}. Does next to nothing where there is no such cap.
   *
   * @return whether there was one
   */
  public boolean restoreOrphan() throws CapException {
    if (!Files.exists(stateFile.path())) {
      return false;
    }
    return stateFile.alone(() -> restore(stateFile.read().filter(CapState::isOrphan)));
  }

  /** The cap that is on; empty where there is none. */
  public Optional<CapState> state() throws CapException {
    return stateFile.read();
  }

  private boolean restore(Optional<CapState> state) throws CapException, IOException {
    if (state.isEmpty()) {
      return false;
    }
    putBack(Path.of(state.get().processors()), state.get().previous());
    stateFile.delete();
    return true;
  }

  /** Sets and reads back; a processor that is off or gone keeps nothing that could be restored. */
  private void putBack(Path folder, Map<String, Long> previous) throws CapException {
    for (Map.Entry<String, Long> entry : previous.entrySet()) {
      Optional<FrequencyPolicy> policy = FrequencyPolicy.named(folder, entry.getKey());
      if (policy.isEmpty()) {
        continue;
      }
      long now;
      try {
        policy.get().setMaximum(entry.getValue(), writer);
        now = policy.get().maximum();
      } catch (IOException e) {
        throw new CapException(
            "What "
                + policy.get().maximumFile()
                + " was before ("
                + entry.getValue()
                + " kHz) cannot be put back ("
                + e
                + "); run as root: quorate power uncap",
            e);
      }
      if (Math.abs(now - entry.getValue()) > TOLERANCE * entry.getValue()) {
        throw new CapException(
            policy.get().maximumFile()
                + " says "
                + now
                + " kHz after it was told "
                + entry.getValue()
                + "; somebody else limits it too. Try again: quorate power uncap");
      }
    }
  }

  private static CapException ofAnother(CapState state) {
    return new CapException(
        "Process "
            + state.processId()
            + " has capped the processors to "
            + state.share()
            + " and still runs; end it first.");
  }
}
