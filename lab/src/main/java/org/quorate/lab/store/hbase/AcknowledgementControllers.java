package org.quorate.lab.store.hbase;

import java.io.IOException;
import java.util.Arrays;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellScanner;
import org.apache.hadoop.hbase.ipc.DelegatingHBaseRpcController;
import org.apache.hadoop.hbase.ipc.HBaseRpcController;
import org.apache.hadoop.hbase.ipc.RpcControllerFactory;
import org.jspecify.annotations.Nullable;

/**
 * Has a connection's client tell when a server has answered for writes that were sent together. The
 * client's own buffer tells nobody: its call returns long before, and its periodic flush reports to
 * none. The client makes a controller for each request, by a factory that its configuration names;
 * this one's controllers look at the timestamps of the cells that a request carries while it is
 * encoded, and tell them when it is answered.
 *
 * <p>A request whose answer says that some of its writes failed, for which the client sends them
 * again, has them told with the others, and once more later. Made by the client through reflection.
 */
public final class AcknowledgementControllers extends RpcControllerFactory {
  private static final String LISTENER = "quorate.acknowledgement.listener";
  private static final ConcurrentMap<String, Consumer<long[]>> LISTENERS =
      new ConcurrentHashMap<>();

  private final Consumer<long[]> listener;

  /**
   * @param configuration of the connection, as {@link #listen} has left it
   */
  public AcknowledgementControllers(Configuration configuration) {
    super(configuration);
    this.listener = LISTENERS.getOrDefault(configuration.get(LISTENER, ""), nobodyListens -> {});
  }

  /**
   * Has connections of a configuration tell.
   *
   * @param told the versions of each answered request, in any thread; must not block
   * @return ends the telling; to be called once no connection of the configuration is used
   */
  static Runnable listen(Configuration configuration, Consumer<long[]> told) {
    String name = UUID.randomUUID().toString();
    LISTENERS.put(name, told);
    configuration.set(LISTENER, name);
    configuration.set(CUSTOM_CONTROLLER_CONF_KEY, AcknowledgementControllers.class.getName());
    return () -> LISTENERS.remove(name);
  }

  @Override
  public HBaseRpcController newController() {
    return new Watched(super.newController(), listener);
  }

  /** The controller of one request, and of those that repeat it. */
  static final class Watched extends DelegatingHBaseRpcController {
    private final Consumer<long[]> listener;
    private volatile @Nullable SentCells sent;

    Watched(HBaseRpcController stock, Consumer<long[]> listener) {
      super(stock);
      this.listener = listener;
    }

    @Override
    public void reset() {
      sent = null;
      super.reset();
    }

    /** The cells of the request. */
    @Override
    public void setCellScanner(@Nullable CellScanner cells) {
      sent = cells == null ? null : new SentCells(cells);
      super.setCellScanner(sent);
    }

    /** The request is answered. */
    @Override
    public void setDone(@Nullable CellScanner answer) {
      super.setDone(answer);
      SentCells answered = sent;
      sent = null;
      if (answered != null && answered.count > 0) {
        listener.accept(Arrays.copyOf(answered.versions, answered.count));
      }
    }
  }

  /** Cells on their way into a request. The cells of a write follow one another. */
  private static final class SentCells implements CellScanner {
    private final CellScanner cells;
    private long[] versions = new long[16];
    private int count;

    SentCells(CellScanner cells) {
      this.cells = cells;
    }

    @Override
    public Cell current() {
      return cells.current();
    }

    @Override
    public boolean advance() throws IOException {
      if (!cells.advance()) {
        return false;
      }
      long version = cells.current().getTimestamp();
      if (count == 0 || versions[count - 1] != version) {
        if (count == versions.length) {
          versions = Arrays.copyOf(versions, 2 * count);
        }
        versions[count++] = version;
      }
      return true;
    }
  }
}
