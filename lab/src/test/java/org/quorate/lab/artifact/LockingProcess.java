package org.quorate.lab.artifact;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A process that holds the lock of a file, its argument, until its input ends. */
final class LockingProcess {
  private LockingProcess() {}

  public static void main(String[] arguments) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            Path.of(arguments[0]), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      FileLock lock = channel.lock();
      System.out.println(lock.isValid());
      System.out.flush();
      while (System.in.read() >= 0) {
        // Nothing that comes means anything.
      }
    }
  }
}
