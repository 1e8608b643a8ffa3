package org.quorate.study.history;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.quorate.core.quantity.ByteSizes;

/**
 * The disk that temporary files may take: bounded, and never the last of what is free. Files have
 * no name once they are open, where the system allows it, so that nothing stays behind a crash.
 */
final class SpillSpace {
  /** What is left free for others. */
  private static final long RESERVE_BYTES = 256L << 20;

  private static final long CHECK_EVERY_BYTES = 64L << 20;

  private final Path folder;
  private final long maxBytes;
  private long used;
  private long claimedSinceCheck;

  SpillSpace(Path folder, long maxBytes) {
    this.folder = folder;
    this.maxBytes = maxBytes;
  }

  /**
   * Tells how much is going to be needed.
   *
   * @throws InsufficientRoomException if that is more than is allowed or free
   */
  void expect(long bytes) throws IOException {
    if (used + bytes > maxBytes) {
      throw tooMuch("about " + ByteSizes.format(bytes));
    }
    long usable = usableBytes();
    if (usable - bytes < RESERVE_BYTES) {
      throw new InsufficientRoomException(
          "The check needs about "
              + ByteSizes.format(bytes)
              + " for temporary files in "
              + folder
              + ", but only "
              + ByteSizes.format(usable)
              + " are free; make room, choose another folder, or give the check more memory.");
    }
  }

  /** Takes bytes that are about to be written. */
  void claim(long bytes) throws IOException {
    used += bytes;
    claimedSinceCheck += bytes;
    if (used > maxBytes) {
      throw tooMuch("more than " + ByteSizes.format(maxBytes));
    }
    if (claimedSinceCheck >= CHECK_EVERY_BYTES) {
      claimedSinceCheck = 0;
      if (usableBytes() < RESERVE_BYTES) {
        throw new InsufficientRoomException(
            "The temporary files of the check have nearly filled "
                + folder
                + "; make room, choose another folder, or give the check more memory.");
      }
    }
  }

  private InsufficientRoomException tooMuch(String amount) {
    return new InsufficientRoomException(
        "The check needs "
            + amount
            + " for temporary files, but may take "
            + ByteSizes.format(maxBytes)
            + "; raise that limit or give the check more memory.");
  }

  /** Gives bytes back whose file is gone. */
  void release(long bytes) {
    used -= bytes;
  }

  private long usableBytes() throws IOException {
    FileStore store = Files.getFileStore(folder);
    return store.getUsableSpace();
  }

  FileChannel newFile() throws IOException {
    Path file = Files.createTempFile(folder, "quorate-check-", ".tmp");
    return FileChannel.open(
        file,
        StandardOpenOption.READ,
        StandardOpenOption.WRITE,
        StandardOpenOption.DELETE_ON_CLOSE);
  }
}
