package org.quorate.hbase.spill.folder;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * A disk whose power is cut at some call. Of what was not forced until then it has sectors that are
 * written and others that are not, whatever their order, and a length in between. Sectors are
 * written whole, and a file of which nothing was forced may be missing.
 */
final class PowerCut implements SegmentFile.Maker {
  private static final int SECTOR_BYTES = 512;

  private final Random random;
  private final List<CutFile> files = new ArrayList<>();
  private int callsLeft;
  private boolean cut;

  PowerCut(Random random, int calls) {
    this.random = random;
    this.callsLeft = calls;
  }

  @Override
  public SegmentFile create(Path path) throws IOException {
    call();
    Files.createFile(path);
    CutFile file = new CutFile(path);
    files.add(file);
    return file;
  }

  /** Leaves on the real disk what the power cut has left. */
  void leave() throws IOException {
    for (CutFile file : files) {
      file.leave();
    }
  }

  private void call() throws IOException {
    cut |= callsLeft-- <= 0;
    if (cut) {
      throw new IOException("The power is cut.");
    }
  }

  private final class CutFile implements SegmentFile {
    private final Path path;
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private int forced;

    CutFile(Path path) {
      this.path = path;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      if (!cut) {
        // Also what the cut came in the middle of may be on the disk.
        written.write(bytes, offset, length);
      }
      call();
    }

    @Override
    public void force() throws IOException {
      call();
      forced = written.size();
    }

    @Override
    public void truncate(long length) throws IOException {
      throw new IOException("The power is cut.");
    }

    @Override
    public void close() {}

    void leave() throws IOException {
      if (forced == 0 && random.nextBoolean()) {
        Files.delete(path);
        return;
      }
      int length = forced + random.nextInt(written.size() - forced + 1);
      byte[] left = Arrays.copyOf(written.toByteArray(), length);
      for (int sector = forced / SECTOR_BYTES; sector * SECTOR_BYTES < length; sector++) {
        if (random.nextInt(3) == 0) {
          int from = Math.max(forced, sector * SECTOR_BYTES);
          Arrays.fill(left, from, Math.min(length, (sector + 1) * SECTOR_BYTES), (byte) 0);
        }
      }
      Files.write(path, left);
    }
  }
}
