package org.quorate.power.linux;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.quorate.testing.RewrittenFile;

/**
 * A folder with small files in it, as the kernel shows its devices, and files that may not be read.
 */
public final class KernelTree {
  /** What a server's package shows, in microjoules. */
  public static final long PACKAGE_RANGE = 262_143_328_850L;

  /** What a server's memory shows. */
  static final long DRAM_RANGE = 65_712_999_613L;

  private final Path root;
  private final Set<Path> denied = new HashSet<>();

  public KernelTree(Path root) {
    this.root = root;
  }

  Path root() {
    return root;
  }

  public void write(String file, Object text) {
    try {
      Path path = root.resolve(file);
      Path folder = path.getParent();
      if (folder != null && !Files.isDirectory(folder)) {
        Files.createDirectories(folder);
      }
      RewrittenFile.write(path, (text + "\n").getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A RAPL zone. */
  public KernelTree zone(String id, String name, long microjoules, long range) {
    write(id + "/name", name);
    write(id + "/energy_uj", microjoules);
    write(id + "/max_energy_range_uj", range);
    return this;
  }

  public void energy(String id, long microjoules) {
    write(id + "/energy_uj", microjoules);
  }

  /** From now on this file may not be read. */
  public void deny(String file) {
    denied.add(root.resolve(file));
  }

  Attributes attributes() {
    return file -> {
      if (denied.contains(file)) {
        throw new AccessDeniedException(file.toString());
      }
      return Attributes.ofKernel().read(file);
    };
  }
}
