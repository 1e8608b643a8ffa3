package org.quorate.cassandra.jmx;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import org.jspecify.annotations.Nullable;

/**
 * A JMX connection to one server that outlives the server's restarts: it is made at the first
 * question, and anew when it broke. Thread-safe; questions wait for one another. A question blocks
 * for as long as the server neither answers nor ends, since RMI has no time limit of its own.
 */
public final class ManagementConnection implements AutoCloseable {
  /** Something to ask a server. */
  @FunctionalInterface
  public interface Question<T extends @Nullable Object> {
    T ask(MBeanServerConnection server) throws JMException, IOException;
  }

  private final JMXServiceURL address;
  private final Map<String, ?> environment;
  private final ReentrantLock lock = new ReentrantLock();
  private @Nullable JMXConnector connector;
  private volatile boolean closed;

  /**
   * Does not connect yet.
   *
   * @param environment as for {@link JMXConnectorFactory#connect(JMXServiceURL, Map)}
   */
  public ManagementConnection(JMXServiceURL address, Map<String, ?> environment) {
    this.address = address;
    this.environment = Map.copyOf(environment);
  }

  public JMXServiceURL address() {
    return address;
  }

  /**
   * Asks; where the connection of an earlier question is broken, over a new one.
   *
   * @throws IOException when the server does not answer, or not as it should
   * @throws SecurityException when the server refuses the login, or forbids the question
   */
  public <T extends @Nullable Object> T ask(Question<T> question) throws IOException {
    lock.lock();
    try {
      if (closed) {
        throw new IOException("The connection is closed.");
      }
      return asked(question);
    } catch (JMException e) {
      throw new IOException("The server has no answer: " + e.getMessage(), e);
    } finally {
      lock.unlock();
      if (closed) {
        close();
      }
    }
  }

  private <T extends @Nullable Object> T asked(Question<T> question)
      throws IOException, JMException {
    JMXConnector open = connector;
    if (open != null) {
      try {
        return question.ask(open.getMBeanServerConnection());
      } catch (IOException broken) {
        disconnect();
      }
    }
    open = connect();
    connector = open;
    return question.ask(open.getMBeanServerConnection());
  }

  @SuppressWarnings("BanJNDI") // The address is the operator's own.
  private JMXConnector connect() throws IOException {
    return JMXConnectorFactory.connect(address, environment);
  }

  private void disconnect() {
    JMXConnector open = connector;
    connector = null;
    if (open != null) {
      try {
        open.close();
      } catch (IOException gone) {
        // The server has ended, and the connection with it.
      }
    }
  }

  /**
   * Closes the connection, or has the question that is under way close it when it is over. May
   * block like a question.
   */
  @Override
  public void close() {
    closed = true;
    if (lock.tryLock()) {
      try {
        disconnect();
      } finally {
        lock.unlock();
      }
    }
  }
}
