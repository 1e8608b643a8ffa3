package org.quorate.lab.link.process;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.net.StandardProtocolFamily;
import java.nio.channels.Channels;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.quorate.lab.link.Links;

/** Answers {@linkplain LinkRequest requests} about links, each client on a thread of its own. */
final class LinkServer implements AutoCloseable {
  private static final System.Logger LOGGER = System.getLogger(LinkServer.class.getName());
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final Path file;
  private final ServerSocketChannel channel;
  private final Links links;
  private final Set<SocketChannel> clients = ConcurrentHashMap.newKeySet();

  private LinkServer(Path file, ServerSocketChannel channel, Links links) {
    this.file = file;
    this.channel = channel;
    this.links = links;
  }

  /**
   * Starts to take requests.
   *
   * @param file the socket; nothing may be there
   */
  static LinkServer open(Path file, Links links) throws IOException {
    ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    try {
      channel.bind(LinkSocket.address(file));
    } catch (IOException e) {
      channel.close();
      throw e;
    }
    LinkServer server = new LinkServer(file, channel, links);
    start(server::acceptClients, "quorate-link-clients");
    return server;
  }

  private static void start(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    thread.start();
  }

  private void acceptClients() {
    while (channel.isOpen()) {
      try {
        SocketChannel client = channel.accept();
        clients.add(client);
        start(() -> serve(client), "quorate-link-client");
      } catch (ClosedChannelException closed) {
        return;
      } catch (IOException e) {
        LOGGER.log(System.Logger.Level.ERROR, "No further requests about the links are taken.", e);
        return;
      }
    }
  }

  private void serve(SocketChannel client) {
    try (client;
        BufferedReader requests =
            new BufferedReader(Channels.newReader(client, StandardCharsets.UTF_8));
        Writer replies = Channels.newWriter(client, StandardCharsets.UTF_8)) {
      for (String line = requests.readLine(); line != null; line = requests.readLine()) {
        replies.write(JSON.writeValueAsString(answer(line)) + "\n");
        replies.flush();
      }
    } catch (IOException gone) {
      LOGGER.log(System.Logger.Level.DEBUG, "A client of the links has gone.", gone);
    } finally {
      clients.remove(client);
    }
  }

  private LinkReply answer(String line) {
    try {
      return JSON.readValue(line, LinkRequest.class).perform(links);
    } catch (JsonProcessingException | IllegalArgumentException | IllegalStateException e) {
      return LinkReply.refused(String.valueOf(e.getMessage()));
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
      for (SocketChannel client : clients) {
        client.close();
      }
      Files.deleteIfExists(file);
    } catch (IOException e) {
      LOGGER.log(System.Logger.Level.DEBUG, "The socket of the links stays.", e);
    }
  }
}
