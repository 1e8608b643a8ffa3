package org.quorate.lab.cassandra;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.quorate.lab.engine.EngineException;
import org.quorate.lab.engine.Interconnect;
import org.quorate.lab.engine.NodeAddresses;
import org.quorate.lab.link.LinkTraffic;

/** The simplest interconnect: copies bytes at once, on two threads per connection, and counts. */
final class Forwarder implements Interconnect {
  final AtomicLong bytes = new AtomicLong();
  private final List<ServerSocket> sockets = new ArrayList<>();

  @Override
  public Connection connect(LinkTraffic traffic, List<NodeAddresses> nodes, Path directory)
      throws EngineException {
    try {
      for (NodeAddresses node : nodes) {
        ServerSocket socket = new ServerSocket();
        sockets.add(socket);
        socket.bind(node.advertisedStorage());
        daemon(() -> accept(socket, node.storage()));
      }
    } catch (IOException failure) {
      throw new EngineException("No forwarding.", failure);
    }
    return this::close;
  }

  private void close() {
    for (ServerSocket socket : sockets) {
      try {
        socket.close();
      } catch (IOException gone) {
        // Closed it is.
      }
    }
  }

  private void accept(ServerSocket server, SocketAddress target) {
    while (!server.isClosed()) {
      try {
        Socket near = server.accept();
        Socket far = new Socket();
        try {
          far.connect(target);
        } catch (IOException notListening) {
          near.close();
          continue;
        }
        daemon(() -> copy(near, far));
        daemon(() -> copy(far, near));
      } catch (IOException closed) {
        // The loop's condition tells whether it was closed for good.
      }
    }
  }

  private void copy(Socket from, Socket to) {
    byte[] buffer = new byte[1 << 15];
    try (from;
        to) {
      InputStream input = from.getInputStream();
      OutputStream output = to.getOutputStream();
      for (int read = input.read(buffer); read >= 0; read = input.read(buffer)) {
        output.write(buffer, 0, read);
        bytes.addAndGet(read);
      }
    } catch (IOException cut) {
      // Either side has gone.
    }
  }

  private static void daemon(Runnable task) {
    Thread thread = new Thread(task, "forwarder");
    thread.setDaemon(true);
    thread.start();
  }
}
