package org.quorate.core.oracle;

import java.util.Arrays;

/**
 * For each client of one key: the newest version that its completed writes wrote and that its
 * completed reads returned. Emptied for each key in constant time. A client is told by its group
 * and its number.
 */
final class ClientTable {
  private long[] clients = new long[64];
  private int[] epochs = new int[64];
  private long[] newestWritten = new long[64];
  private long[] newestRead = new long[64];
  private int epoch;
  private int size;

  void clear() {
    size = 0;
    epoch++;
    if (epoch == 0) {
      Arrays.fill(epochs, 0);
      epoch = 1;
    }
  }

  /** Where a client's versions are, until the next call. */
  int slot(long client, long noVersion) {
    int mask = clients.length - 1;
    int slot = first(client, mask);
    while (epochs[slot] == epoch) {
      if (clients[slot] == client) {
        return slot;
      }
      slot = (slot + 1) & mask;
    }
    if (size * 2 >= clients.length) {
      grow();
      return slot(client, noVersion);
    }
    size++;
    epochs[slot] = epoch;
    clients[slot] = client;
    newestWritten[slot] = noVersion;
    newestRead[slot] = noVersion;
    return slot;
  }

  long newestWritten(int slot) {
    return newestWritten[slot];
  }

  long newestRead(int slot) {
    return newestRead[slot];
  }

  void wrote(int slot, long version) {
    newestWritten[slot] = Math.max(newestWritten[slot], version);
  }

  void read(int slot, long version) {
    newestRead[slot] = Math.max(newestRead[slot], version);
  }

  private static int first(long client, int mask) {
    return (int) ((client * 0x9E3779B97F4A7C15L) >>> 32) & mask;
  }

  private void grow() {
    long[] oldClients = clients;
    int[] oldEpochs = epochs;
    long[] oldWritten = newestWritten;
    long[] oldRead = newestRead;
    int capacity = oldClients.length * 2;
    clients = new long[capacity];
    epochs = new int[capacity];
    newestWritten = new long[capacity];
    newestRead = new long[capacity];
    for (int old = 0; old < oldClients.length; old++) {
      if (oldEpochs[old] == epoch) {
        int slot = first(oldClients[old], capacity - 1);
        while (epochs[slot] == epoch) {
          slot = (slot + 1) & (capacity - 1);
        }
        epochs[slot] = epoch;
        clients[slot] = oldClients[old];
        newestWritten[slot] = oldWritten[old];
        newestRead[slot] = oldRead[old];
      }
    }
  }
}
