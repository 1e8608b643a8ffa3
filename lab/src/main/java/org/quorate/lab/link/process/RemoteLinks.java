package org.quorate.lab.link.process;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import org.quorate.core.delay.DelayDistribution;
import org.quorate.lab.link.Link;
import org.quorate.lab.link.LinkReport;
import org.quorate.lab.link.Links;
import org.quorate.lab.link.LinksLostException;

/**
 * Links that another process carries. Each change and each reading is one request and its reply,
 * some tenths of a millisecond, in the order in which they are asked. A method throws {@link
 * LinksLostException} where that process has ended; on a thread that is interrupted too, and at
 * once, although what it asked for may still be done. Closing this leaves the links as they are.
 * Thread-safe.
 */
final class RemoteLinks implements Links {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final SocketChannel channel;
  private final BufferedReader replies;
  private final Writer requests;
  private final List<Link> links = new ArrayList<>();

  /** Nobody interrupts its thread, which would close the channel for all. */
  private final ExecutorService asking =
      Executors.newSingleThreadExecutor(
          task -> {
            Thread thread = new Thread(task, "quorate-link-questions");
            thread.setDaemon(true);
            return thread;
          });

  private RemoteLinks(SocketChannel channel) {
    this.channel = channel;
    this.replies = new BufferedReader(Channels.newReader(channel, StandardCharsets.UTF_8));
    this.requests = Channels.newWriter(channel, StandardCharsets.UTF_8);
  }

  /**
   * Connects to the process of the links.
   *
   * @param file its socket
   * @throws IOException if nobody answers there
   */
  static RemoteLinks connect(Path file) throws IOException {
    RemoteLinks remote = new RemoteLinks(SocketChannel.open(LinkSocket.address(file)));
    try {
      for (LinkReport report : remote.reports()) {
        remote.links.add(remote.new RemoteLink(report.from(), report.to()));
      }
    } catch (LinksLostException e) {
      remote.close();
      throw new IOException(e.getMessage(), e);
    }
    return remote;
  }

  /** A question that was sent is answered, whatever becomes of who asked. */
  private LinkReply ask(LinkRequest request) {
    LinkReply reply;
    try {
      reply = asking.submit(() -> answer(request)).get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw lost("was asked by a thread that was interrupted", e);
    } catch (ExecutionException e) {
      Throwable cause = Objects.requireNonNullElse(e.getCause(), e);
      throw lost("does not answer (" + why(cause) + ")", cause);
    } catch (RejectedExecutionException e) {
      throw lost("is not asked any more", e);
    }
    if (reply.refusal() != null) {
      throw new IllegalArgumentException(reply.refusal());
    }
    return reply;
  }

  private static String why(Throwable cause) {
    return Objects.requireNonNullElse(cause.getMessage(), cause.getClass().getSimpleName());
  }

  private LinkReply answer(LinkRequest request) throws IOException {
    requests.write(JSON.writeValueAsString(request) + "\n");
    requests.flush();
    String line = replies.readLine();
    if (line == null) {
      throw new IOException("it has ended");
    }
    return JSON.readValue(line, LinkReply.class);
  }

  private static LinksLostException lost(String what, Throwable cause) {
    return new LinksLostException(
        "The process that carries the links between the nodes "
            + what
            + "; see "
            + LinkProcess.LOG
            + " in the cluster's directory, and run the study again with --resume.",
        cause);
  }

  @Override
  public Link link(int from, int to) {
    return links.stream()
        .filter(link -> link.from() == from && link.to() == to)
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "There is no link from node " + from + " to node " + to + "."));
  }

  @Override
  public List<Link> all() {
    return List.copyOf(links);
  }

  @Override
  public List<LinkReport> reports() {
    return ask(LinkRequest.ofAll(LinkRequest.Action.REPORTS)).reports();
  }

  @Override
  public void resetReports() {
    ask(LinkRequest.ofAll(LinkRequest.Action.RESET_REPORTS));
  }

  @Override
  public void close() {
    asking.shutdown();
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** One of the links. */
  private final class RemoteLink implements Link {
    private final int from;
    private final int to;

    RemoteLink(int from, int to) {
      this.from = from;
      this.to = to;
    }

    @Override
    public int from() {
      return from;
    }

    @Override
    public int to() {
      return to;
    }

    @Override
    public void delay(DelayDistribution distribution) {
      ask(new LinkRequest(LinkRequest.Action.DELAY, from, to, distribution.text(), 0));
    }

    @Override
    public void bandwidth(long bytesPerSecond) {
      ask(new LinkRequest(LinkRequest.Action.BANDWIDTH, from, to, null, bytesPerSecond));
    }

    @Override
    public void cut() {
      ask(LinkRequest.of(LinkRequest.Action.CUT, from, to));
    }

    @Override
    public void heal() {
      ask(LinkRequest.of(LinkRequest.Action.HEAL, from, to));
    }

    @Override
    public boolean isCut() {
      return ask(LinkRequest.of(LinkRequest.Action.IS_CUT, from, to)).isCut();
    }

    @Override
    public LinkReport report() {
      return ask(LinkRequest.of(LinkRequest.Action.REPORT, from, to)).reports().get(0);
    }

    @Override
    public void resetReport() {
      ask(LinkRequest.of(LinkRequest.Action.RESET_REPORT, from, to));
    }
  }
}
