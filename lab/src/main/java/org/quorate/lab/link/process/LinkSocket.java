package org.quorate.lab.link.process;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where the process of the links takes requests: a socket of the file system, so that only whoever
 * may use the cluster's directory can reach it.
 */
final class LinkSocket {
  static final String FILE = "links.socket";

  /** Operating systems take no longer path of a socket; on Linux it is 107, on macOS 103. */
  private static final int LONGEST_PATH = 100;

  private LinkSocket() {}

  /** A path for the socket of a cluster: in its directory, unless that lies too deep. */
  static Path choose(Path directory) throws IOException {
    Path file = directory.toAbsolutePath().resolve(FILE);
    return file.toString().getBytes(StandardCharsets.UTF_8).length <= LONGEST_PATH
        ? file
        : Files.createTempDirectory("quorate-links").resolve(FILE);
  }

  static UnixDomainSocketAddress address(Path file) {
    return UnixDomainSocketAddress.of(file);
  }

  /** Removes the socket, and the directory that was made for it. */
  static void forget(Path file, Path directory) throws IOException {
    Files.deleteIfExists(file);
    Path folder = file.getParent();
    if (folder != null && !folder.equals(directory.toAbsolutePath())) {
      Files.deleteIfExists(folder);
    }
  }
}
