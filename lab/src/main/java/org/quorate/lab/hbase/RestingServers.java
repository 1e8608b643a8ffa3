package org.quorate.lab.hbase;

import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.client.Connection;
import org.quorate.lab.engine.EngineException;
import org.quorate.lab.engine.RunningNode;

/**
 * Sends region servers of a cluster to rest and wakes them again. A server rests when it holds no
 * region, not even one of HBase's own tables, and the master will give it none; then its process
 * goes on or is stopped. Servers rest from the last one on, so that the host of the first, where
 * ZooKeeper and the master run, never does.
 *
 * <p>Regions are open elsewhere before a server rests, and a region that is closed has written its
 * memory to disk, so that nothing that was acknowledged is only with a server that rests. <strong>A
 * server that still holds a region is never stopped</strong>: it is asked right before, after the
 * master was told to leave it out.
 *
 * <p>What was begun and not ended, because a move failed for too long, a server died, or the thread
 * was interrupted, is made whole by {@link #wakeAll}. Used by one thread at a time.
 */
public final class RestingServers {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final long BETWEEN_REQUESTS_MILLIS = 50;

  private final List<RunningNode> nodes;
  private final RegionControl control;
  private final Duration patience;
  private final RegionSpread spread;

  /** Those that rest, or were about to. */
  private final Set<RunningNode> resting = new LinkedHashSet<>();

  /** Those of them whose process was ended here, or was about to be. */
  private final Set<RunningNode> stopped = new LinkedHashSet<>();

  private boolean whole = true;

  /**
   * All servers are awake.
   *
   * @param nodes the region servers of a cluster, all of them running
   * @param connection with it; stays the caller's
   */
  public RestingServers(List<RunningNode> nodes, Connection connection) {
    this(nodes, new MasterControl(connection), PATIENCE);
  }

  /**
   * @param patience with the master and with regions
   */
  RestingServers(List<RunningNode> nodes, RegionControl control, Duration patience) {
    this.nodes = List.copyOf(nodes);
    this.control = control;
    this.patience = patience;
    this.spread = new RegionSpread(control, patience);
  }

  /** Servers that are awake, at least one. */
  public List<RunningNode> awake() {
    return nodes.stream().filter(node -> !resting.contains(node)).toList();
  }

  /**
   * Has so many servers awake, the first ones, and all others rest; returns when regions are spread
   * evenly over those that are awake, and the others rest.
   *
   * @param number from 1 to the number of servers
   * @param stop whether the processes of resting servers are stopped; those that rest already stay
   *     as they are
   * @throws EngineException when regions cannot be moved, or a process cannot be started or
   *     stopped, with the reason; {@link #wakeAll} has to be called before anything is measured
   *     again
   */
  public void awake(int number, boolean stop, RestListener listener)
      throws EngineException, InterruptedException {
    if (number < 1 || number > nodes.size()) {
      throw new IllegalArgumentException(
          "Of " + nodes.size() + " servers " + number + " cannot be awake.");
    }
    List<RunningNode> shall = nodes.subList(0, number);
    List<RunningNode> waking = shall.stream().filter(resting::contains).toList();
    List<RunningNode> tiring =
        nodes.subList(number, nodes.size()).stream()
            .filter(node -> !resting.contains(node))
            .toList();
    if (waking.isEmpty() && tiring.isEmpty()) {
      return;
    }
    whole = false;
    long from = System.nanoTime();
    wake(waking, listener);
    List<RunningNode> asked = awake();
    resting.addAll(tiring);
    reserve(tiring);
    spread(shall, asked, listener);
    double seconds = (System.nanoTime() - from) / 1e9;
    waking.forEach(node -> listener.serves(node, seconds));
    for (RunningNode node : tiring) {
      if (stop) {
        stop(node);
      }
      listener.rests(node, stop);
    }
  }

  /**
   * Makes everything whole again, whatever it was ended in the middle of: starts the processes of
   * servers that were stopped here, gives the master leave to use all servers, and spreads regions
   * evenly over all of them. Does nothing where nothing was changed.
   *
   * @throws EngineException when a process cannot be started, or regions cannot be spread
   */
  public void wakeAll(RestListener listener) throws EngineException, InterruptedException {
    if (whole) {
      return;
    }
    wake(nodes.stream().filter(resting::contains).toList(), listener);
    release(nodes);
    spread(nodes, nodes, listener);
    whole = true;
  }

  private void spread(List<RunningNode> shall, List<RunningNode> asked, RestListener listener)
      throws EngineException, InterruptedException {
    long from = System.nanoTime();
    int[] moved = {0};
    spread.over(
        shall,
        asked,
        done -> {
          moved[0] += done ? 1 : 0;
          listener.moved(done);
        });
    listener.spread(moved[0], (System.nanoTime() - from) / 1e9);
  }

  /** Has servers run that hold nothing yet; those whose process was stopped start at once. */
  private void wake(List<RunningNode> waking, RestListener listener)
      throws EngineException, InterruptedException {
    if (waking.isEmpty()) {
      return;
    }
    waking.forEach(listener::wakes);
    ProcessStarts.restart(waking.stream().filter(stopped::contains).toList());
    waking.forEach(stopped::remove);
    release(waking);
    waking.forEach(resting::remove);
  }

  /**
   * Ends the process of a server that rests.
   *
   * @throws EngineException when it has been given a region all the same
   */
  private void stop(RunningNode node) throws EngineException, InterruptedException {
    Set<String> held = heldBy(node);
    if (!held.isEmpty()) {
      throw new EngineException(
          node.name()
              + " was not stopped, because it has been given regions again ("
              + String.join(", ", held)
              + ") although it was to rest; see the master's log.");
    }
    stopped.add(node);
    node.stop();
  }

  private Set<String> heldBy(RunningNode node) throws EngineException, InterruptedException {
    try {
      return control.heldBy(node).keySet();
    } catch (IOException e) {
      InterruptedCalls.rethrow(e);
      throw new EngineException(
          node.name()
              + " was not stopped, because it cannot be asked which regions it holds ("
              + e.getMessage()
              + "); see its log "
              + node.log()
              + ".",
          e);
    }
  }

  private void reserve(List<RunningNode> tiring) throws EngineException, InterruptedException {
    if (tiring.isEmpty()) {
      return;
    }
    ask(() -> control.reserve(tiring));
  }

  private void release(List<RunningNode> waking) throws EngineException, InterruptedException {
    ask(() -> control.release(waking));
  }

  /** Something that the master is asked for. */
  private interface Request {
    void send() throws IOException;
  }

  /** The master may be busy with a server that has just come or gone. */
  private void ask(Request request) throws EngineException, InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    while (true) {
      try {
        request.send();
        return;
      } catch (IOException e) {
        InterruptedCalls.rethrow(e);
        if (System.nanoTime() - deadline > 0) {
          throw new EngineException(
              "The master does not take servers in and out of use ("
                  + e.getMessage()
                  + "); see its log.",
              e);
        }
      }
      TimeUnit.MILLISECONDS.sleep(BETWEEN_REQUESTS_MILLIS);
    }
  }
}
