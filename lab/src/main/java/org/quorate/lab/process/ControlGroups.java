package org.quorate.lab.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.quorate.study.io.Tree;

/**
 * Gives processes a processor quota by control groups, version 1 ({@code cpu.cfs_quota_us}) or
 * version 2 ({@code cpu.max}), whichever the machine has. A quota of q cores lets the processes of
 * a group run for q times 10 ms of every 10 ms; a short period keeps the pauses of a small quota
 * near what a small machine would show.
 */
public final class ControlGroups {
  private static final long PERIOD_MICROSECONDS = 10_000;

  private static final String USAGE = "cpuacct.usage";

  /** The kernel refuses less than this per period. */
  private static final long SMALLEST_QUOTA_MICROSECONDS = 1_000;

  private final Path root;

  /** Where processor time is counted: the same folder, unless the two are mounted apart. */
  private final Path counting;

  private final boolean unified;

  private ControlGroups(Path root, Path counting, boolean unified) {
    this.root = root;
    this.counting = counting;
    this.unified = unified;
  }

  /** Looks for the processor controller below {@code /sys/fs/cgroup}. */
  public static Optional<ControlGroups> detect() {
    return detect(Path.of("/sys/fs/cgroup"));
  }

  static Optional<ControlGroups> detect(Path mount) {
    for (String controller : List.of("cpu", "cpu,cpuacct", "cpuacct,cpu")) {
      Path version1 = mount.resolve(controller);
      if (Files.exists(version1.resolve("cpu.cfs_quota_us"))
          || Files.exists(version1.resolve("cpu.shares"))) {
        return Optional.of(new ControlGroups(version1, counting(mount, version1), false));
      }
    }
    for (Path version2 : List.of(mount, mount.resolve("unified"))) {
      if (lists(version2.resolve("cgroup.controllers"), "cpu")) {
        return Optional.of(new ControlGroups(version2, version2, true));
      }
    }
    return Optional.empty();
  }

  /** Whoever may make groups with a quota alone gets them, and their use from processes. */
  private static Path counting(Path mount, Path version1) {
    Path apart = mount.resolve("cpuacct");
    return !Files.exists(version1.resolve(USAGE))
            && Files.exists(apart.resolve(USAGE))
            && Files.isWritable(apart)
        ? apart
        : version1;
  }

  /**
   * Makes the group {@code quorate/CLUSTER/NODE}, or changes its quota if it is there.
   *
   * @param cores how many cores the processes of the group may use together, at least 0.1
   * @throws IOException when this user may not make groups
   */
  public ControlGroup create(String cluster, String node, double cores) throws IOException {
    ControlGroup group = group(cluster, node);
    Path folder = group.folder();
    Files.createDirectories(folder);
    Files.createDirectories(group.counting());
    long quota = Math.max(SMALLEST_QUOTA_MICROSECONDS, Math.round(cores * PERIOD_MICROSECONDS));
    if (unified) {
      for (Path above :
          List.of(root, root.resolve("quorate"), root.resolve("quorate").resolve(cluster))) {
        if (!lists(above.resolve("cgroup.subtree_control"), "cpu")) {
          Files.writeString(above.resolve("cgroup.subtree_control"), "+cpu");
        }
      }
      Files.writeString(
          folder.resolve("cpu.max"),
          String.format(Locale.ROOT, "%d %d", quota, PERIOD_MICROSECONDS));
    } else {
      Files.writeString(folder.resolve("cpu.cfs_period_us"), Long.toString(PERIOD_MICROSECONDS));
      Files.writeString(folder.resolve("cpu.cfs_quota_us"), Long.toString(quota));
    }
    return group;
  }

  /** The group {@code quorate/CLUSTER/NODE}, which may not be there. */
  public ControlGroup group(String cluster, String node) {
    Path below = Path.of("quorate", cluster, node);
    return new ControlGroup(root.resolve(below), counting.resolve(below));
  }

  /** Removes every group of the cluster; their processes must have ended. */
  public void remove(String cluster) throws IOException, InterruptedException {
    remove(root.resolve("quorate"), cluster);
    remove(counting.resolve("quorate"), cluster);
  }

  private static void remove(Path all, String cluster) throws IOException, InterruptedException {
    Path folder = all.resolve(cluster);
    for (Path child : Tree.children(folder)) {
      if (Files.isDirectory(child)) {
        new ControlGroup(child).remove();
      }
    }
    new ControlGroup(folder).remove();
    if (Tree.children(all).stream().noneMatch(Files::isDirectory)) {
      new ControlGroup(all).remove();
    }
  }

  private static boolean lists(Path file, String controller) {
    try {
      return List.of(Files.readString(file).strip().split(" ", -1)).contains(controller);
    } catch (IOException absent) {
      return false;
    }
  }
}
