package org.quorate.load;

import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The slots whose operation is under way, so that a lane that gives up can name them. Constant
 * time, no allocation once grown. Used by the lane's thread alone.
 */
final class InFlight {
  private @Nullable Slot[] slots = new @Nullable Slot[64];
  private int size;

  void add(Slot slot) {
    if (size == slots.length) {
      slots = Arrays.copyOf(slots, size * 2);
    }
    slot.position = size;
    slots[size++] = slot;
  }

  void remove(Slot slot) {
    Slot last = slots[--size];
    if (last != null) {
      slots[slot.position] = last;
      last.position = slot.position;
    }
    slots[size] = null;
  }

  boolean isEmpty() {
    return size == 0;
  }

  void forEach(Consumer<Slot> action) {
    for (int i = 0; i < size; i++) {
      Slot slot = slots[i];
      if (slot != null) {
        action.accept(slot);
      }
    }
  }
}
