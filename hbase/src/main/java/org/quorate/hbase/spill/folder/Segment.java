package org.quorate.hbase.spill.folder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A file of records in a spill's folder and the acknowledgements beside it. What is needed of it is
 * guarded by the {@link SegmentLedger} that it is entered in; its bytes are counted by whoever
 * writes it.
 */
final class Segment {
  /** How the names of files with acknowledgements end. */
  static final String ACKNOWLEDGEMENT_SUFFIX = ".ack";

  private static final Pattern NAME = Pattern.compile("\\d{10}\\.log");

  private final Path file;
  private final AcknowledgementFile acknowledgements;
  private int liveWrites;
  private long liveBytes;
  private boolean sealed;
  private volatile long bytes;

  Segment(Path folder, int number) {
    this.file = folder.resolve(String.format(Locale.ROOT, "%010d.log", number));
    this.acknowledgements = new AcknowledgementFile(acknowledgementFile(file));
  }

  /** The segments of a folder by their number. */
  static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(Segment::isNamedAsOne)
          .sorted(Comparator.comparing(Path::toString))
          .toList();
    }
  }

  private static boolean isNamedAsOne(Path file) {
    return NAME.matcher(String.valueOf(file.getFileName())).matches();
  }

  /** Where the acknowledgements of a segment are. */
  static Path acknowledgementFile(Path segment) {
    String name = String.valueOf(segment.getFileName());
    return segment.resolveSibling(name.replace(".log", ACKNOWLEDGEMENT_SUFFIX));
  }

  Path file() {
    return file;
  }

  AcknowledgementFile acknowledgements() {
    return acknowledgements;
  }

  /** A write that is not acknowledged is in it now. */
  void enter(int length) {
    liveWrites++;
    liveBytes += length;
  }

  /** A write in it needs not be kept any longer. */
  void leave(int length) {
    liveWrites--;
    liveBytes -= length;
  }

  /** More of it is accepted. */
  @SuppressWarnings("NonAtomicVolatileUpdate") // one thread writes at a time
  void grow(long by) {
    bytes += by;
  }

  /** Bytes of what was accepted. */
  long bytes() {
    return bytes;
  }

  /** Nothing more is written to it. */
  void seal() {
    sealed = true;
  }

  boolean isSealed() {
    return sealed;
  }

  long liveBytes() {
    return liveBytes;
  }

  /** Whether nothing in it is needed, nor ever will be. */
  boolean isNeedless() {
    return sealed && liveWrites == 0;
  }
}
