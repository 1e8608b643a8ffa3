package org.quorate.hbase.spill;

import java.util.Arrays;

/**
 * The lowest of many sequences, and where their records lie: a heap with the highest on top, on
 * plain arrays, which grows up to a bound. Not thread-safe.
 */
final class LowestSequences {
  private static final int FIRST_CAPACITY = 256;

  private final int most;
  private long[] sequences;
  private int[] segments;
  private long[] positions;
  private int size;

  /**
   * @param most how many are kept, at least 1; each takes 20 bytes
   */
  LowestSequences(int most) {
    this.most = most;
    int capacity = Math.min(most, FIRST_CAPACITY);
    this.sequences = new long[capacity];
    this.segments = new int[capacity];
    this.positions = new long[capacity];
  }

  /** Forgets all of them. */
  void clear() {
    size = 0;
  }

  /** Keeps it if it is among the lowest so far. */
  void offer(long sequence, int segment, long position) {
    if (size < most) {
      if (size == sequences.length) {
        grow();
      }
      set(size, sequence, segment, position);
      rise(size);
      size++;
    } else if (sequence < sequences[0]) {
      set(0, sequence, segment, position);
      sink(size);
    }
  }

  /** Puts the lowest first. Until {@link #clear()} none can be offered any more. */
  void sort() {
    for (int end = size - 1; end > 0; end--) {
      swap(0, end);
      sink(end);
    }
  }

  /** Whether some that were offered may be missing. */
  boolean isFull() {
    return size == most;
  }

  int size() {
    return size;
  }

  long sequence(int at) {
    return sequences[at];
  }

  /** The index of the segment in which the record lies. */
  int segment(int at) {
    return segments[at];
  }

  /** Where the record begins in its segment. */
  long position(int at) {
    return positions[at];
  }

  private void rise(int from) {
    int child = from;
    while (child > 0) {
      int parent = (child - 1) / 2;
      if (sequences[parent] >= sequences[child]) {
        return;
      }
      swap(parent, child);
      child = parent;
    }
  }

  /** Lets the top find its place among the first so many. */
  private void sink(int end) {
    int parent = 0;
    while (2 * parent + 1 < end) {
      int child = 2 * parent + 1;
      if (child + 1 < end && sequences[child + 1] > sequences[child]) {
        child++;
      }
      if (sequences[parent] >= sequences[child]) {
        return;
      }
      swap(parent, child);
      parent = child;
    }
  }

  private void set(int at, long sequence, int segment, long position) {
    sequences[at] = sequence;
    segments[at] = segment;
    positions[at] = position;
  }

  private void swap(int one, int other) {
    long sequence = sequences[one];
    int segment = segments[one];
    long position = positions[one];
    set(one, sequences[other], segments[other], positions[other]);
    set(other, sequence, segment, position);
  }

  private void grow() {
    int capacity = (int) Math.min(most, 2L * size);
    sequences = Arrays.copyOf(sequences, capacity);
    segments = Arrays.copyOf(segments, capacity);
    positions = Arrays.copyOf(positions, capacity);
  }
}
