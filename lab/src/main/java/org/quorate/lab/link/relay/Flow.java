package org.quorate.lab.link.relay;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * One direction of a relayed connection: takes bytes from one side and hands them to the other when
 * they are due. The end of the stream, or its reset, travels behind the bytes like one more of
 * them. For the relay's thread alone.
 */
final class Flow {
  /** How a flow ends. */
  private enum End {
    /** The sender will send no more, but may still receive. */
    FINISHED,
    /** The sender's end of the connection is gone. */
    RESET
  }

  private final RelayLink link;
  private final RelayLoop loop;
  private final HeldBytes held;
  private final ChunkQueue chunks = new ChunkQueue();
  private @Nullable End end;
  private long endDue;
  private boolean blocked;
  private boolean full;
  private boolean dropping;
  private boolean done;

  Flow(RelayLink link, RelayLoop loop) {
    this.link = link;
    this.loop = loop;
    this.held = new HeldBytes(loop.pool());
  }

  RelayLink link() {
    return link;
  }

  int heldBytes() {
    return held.size();
  }

  /** Whether nothing more will be delivered. */
  boolean isDone() {
    return done;
  }

  /** Whether the sender has ended, in either way. */
  boolean hasEnded() {
    return end != null;
  }

  boolean wantsToRead() {
    return end == null && !full;
  }

  boolean wantsToWrite() {
    return blocked && !done;
  }

  /** Whether something is held that time will make due. */
  boolean isPending() {
    return !done && (!chunks.isEmpty() || end != null);
  }

  /** Takes bytes that were read before the flow existed. */
  void take(ByteBuffer bytes, long arrival) {
    int count = bytes.remaining();
    if (count > 0) {
      held.append(bytes);
      chunks.add(arrival, link.due(arrival, count), count);
    }
  }

  /** Reads once from the sender. */
  void read(Side source) throws IOException {
    int room = Math.min(link.mostHeld() - held.size(), link.largestPiece());
    if (room <= 0 || chunks.isFull()) {
      full = true;
      return;
    }
    int count = held.readFrom(source.channel(), room);
    // Taken after reading, so that nothing is delivered before its delay has passed.
    long arrival = loop.now();
    if (count < 0) {
      end(End.FINISHED, arrival);
    } else if (dropping) {
      held.clear();
    } else if (count > 0) {
      chunks.add(arrival, link.due(arrival, count), count);
    }
  }

  /** The sender's end of the connection was lost. */
  void senderLost() {
    if (end != End.RESET) {
      end(End.RESET, loop.now());
      done = dropping;
    }
  }

  /**
   * The receiver's end of the connection was lost: what is held and what still comes is dropped.
   */
  void receiverLost() {
    dropping = true;
    done = true;
    blocked = false;
    held.clear();
    chunks.clear();
    full = false;
  }

  /** The receiver can take bytes again. */
  void unblock() {
    blocked = false;
  }

  /** The link was healed: what is held travels again. */
  void resend() {
    long until = link.due(loop.now(), 0);
    chunks.postpone(until);
    endDue = Math.max(endDue, until);
  }

  /** When {@link #deliver} can do something next. */
  long nextDue(Side target) {
    if (blocked || done || link.isCut() || !target.isConnected()) {
      return ChunkQueue.NEVER;
    }
    return chunks.isEmpty() && end != null ? endDue : chunks.nextDue();
  }

  /** Hands over what is due, if the way is free. */
  void deliver(Side target, long now) throws IOException {
    if (nextDue(target) > now) {
      return;
    }
    int due = chunks.dueBytes(now);
    if (due > 0) {
      int written = held.writeTo(target.channel(), due);
      chunks.deliver(written, loop.now(), link.deliveries());
      blocked = written < due;
      full = full && held.size() > link.mostHeld() / 2;
    }
    if (chunks.isEmpty() && end != null && endDue <= now) {
      done = true;
      if (end == End.RESET) {
        target.reset();
      } else {
        target.channel().shutdownOutput();
      }
    }
  }

  private void end(End how, long arrival) {
    end = how;
    endDue = chunks.after(link.due(arrival, 0));
  }
}
