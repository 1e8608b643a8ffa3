package org.quorate.cli.launcher;

import com.datastax.oss.driver.api.core.DefaultProtocolVersion;
import com.datastax.oss.driver.api.core.type.codec.TypeCodec;
import com.datastax.oss.driver.api.core.type.codec.TypeCodecs;
import com.datastax.oss.driver.internal.core.protocol.ByteBufPrimitiveCodec;
import com.datastax.oss.driver.internal.core.protocol.FrameDecoder;
import com.datastax.oss.driver.internal.core.protocol.FrameEncoder;
import com.datastax.oss.protocol.internal.Compressor;
import com.datastax.oss.protocol.internal.Frame;
import com.datastax.oss.protocol.internal.FrameCodec;
import com.datastax.oss.protocol.internal.Message;
import com.datastax.oss.protocol.internal.ProtocolConstants.DataType;
import com.datastax.oss.protocol.internal.ProtocolConstants.ErrorCode;
import com.datastax.oss.protocol.internal.request.Execute;
import com.datastax.oss.protocol.internal.request.Options;
import com.datastax.oss.protocol.internal.request.Prepare;
import com.datastax.oss.protocol.internal.request.Query;
import com.datastax.oss.protocol.internal.response.Error;
import com.datastax.oss.protocol.internal.response.Ready;
import com.datastax.oss.protocol.internal.response.Supported;
import com.datastax.oss.protocol.internal.response.result.ColumnSpec;
import com.datastax.oss.protocol.internal.response.result.DefaultRows;
import com.datastax.oss.protocol.internal.response.result.Prepared;
import com.datastax.oss.protocol.internal.response.result.RawType;
import com.datastax.oss.protocol.internal.response.result.RowsMetadata;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A cluster of many nodes with many tables, as drivers see it by version 4 of the protocol: each
 * node listens at a port of its own and counts reads and writes of each table of keyspace {@code
 * shop}, which grow with time. All tables are empty. No node does any work besides.
 */
final class StandInCluster implements AutoCloseable {
  private static final int LONGEST_FRAME = 256 << 20;
  private static final int TOKENS = 16;
  private static final Pattern FROM = Pattern.compile("FROM ([\\w.]+)");
  private static final RawType TEXT = RawType.PRIMITIVES.get(DataType.VARCHAR);
  private static final RawType LONG = RawType.PRIMITIVES.get(DataType.BIGINT);

  /** Tables that no node has a row of. */
  private static final Map<String, List<Map<String, Object>>> EMPTY = new HashMap<>();

  static {
    for (String empty :
        List.of(
            "system.peers",
            "system.table_estimates",
            "system_schema.types",
            "system_schema.functions",
            "system_schema.aggregates",
            "system_schema.indexes",
            "system_schema.views",
            "system_virtual_schema.keyspaces",
            "system_virtual_schema.tables",
            "system_virtual_schema.columns",
            "system_views.pending_hints")) {
      EMPTY.put(empty, List.of());
    }
  }

  private final long begun = System.nanoTime();
  private final EventLoopGroup threads = new NioEventLoopGroup(1);
  private final List<Channel> listening = new ArrayList<>();
  private final List<Map<String, Object>> nodes = new ArrayList<>();
  private final List<ByteBuffer> names = new ArrayList<>();
  private final Map<String, List<Map<String, Object>>> schema = new HashMap<>();
  private final LongAdder questions = new LongAdder();

  StandInCluster(int nodes, int tables) {
    SplittableRandom random = new SplittableRandom(42);
    ServerBootstrap server =
        new ServerBootstrap().group(threads).channel(NioServerSocketChannel.class);
    for (int node = 0; node < nodes; node++) {
      int number = node;
      server.childHandler(
          new ChannelInitializer<>() {
            @Override
            protected void initChannel(Channel connection) {
              FrameCodec<ByteBuf> codec =
                  FrameCodec.defaultServer(
                      new ByteBufPrimitiveCodec(UnpooledByteBufAllocator.DEFAULT),
                      Compressor.none());
              connection
                  .pipeline()
                  .addLast(new FrameDecoder(codec, LONGEST_FRAME))
                  .addLast(new FrameEncoder(codec, LONGEST_FRAME))
                  .addLast(new Requests(number));
            }
          });
      Channel channel =
          server.clone().bind(InetAddress.getLoopbackAddress(), 0).syncUninterruptibly().channel();
      listening.add(channel);
      this.nodes.add(node(number, (InetSocketAddress) channel.localAddress(), random));
    }
    schema(tables);
  }

  private static Map<String, Object> node(
      int number, InetSocketAddress at, SplittableRandom random) {
    Set<String> tokens = new HashSet<>();
    while (tokens.size() < TOKENS) {
      tokens.add(String.valueOf(random.nextLong()));
    }
    Map<String, Object> node = new LinkedHashMap<>();
    node.put("cluster_name", "Stand-in"); // The driver expects it first.
    node.put("key", "local");
    node.put("peer", at.getAddress());
    node.put("peer_port", at.getPort());
    node.put("native_address", at.getAddress());
    node.put("native_port", at.getPort());
    node.put("data_center", "dc1");
    node.put("rack", "rack" + (1 + number % 3));
    node.put("release_version", "4.1.10");
    node.put("host_id", new UUID(1, number));
    node.put("schema_version", new UUID(0, 2));
    node.put("partitioner", "org.apache.cassandra.dht.Murmur3Partitioner");
    node.put("tokens", tokens);
    return node;
  }

  private void schema(int tables) {
    schema.putAll(EMPTY);
    schema.put(
        "system_schema.keyspaces",
        List.of(
            Map.of(
                "keyspace_name",
                "shop",
                "durable_writes",
                true,
                "replication",
                Map.of(
                    "class", "org.apache.cassandra.locator.NetworkTopologyStrategy", "dc1", "3"))));
    List<Map<String, Object>> all = new ArrayList<>();
    List<Map<String, Object>> columns = new ArrayList<>();
    for (int table = 0; table < tables; table++) {
      String name = "table_of_orders_" + table;
      names.add(TypeCodecs.TEXT.encode(name, DefaultProtocolVersion.V4));
      all.add(
          Map.of(
              "keyspace_name",
              "shop",
              "table_name",
              name,
              "id",
              new UUID(2, table),
              "flags",
              Set.of("compound")));
      columns.add(column(name, "id", "partition_key", 0, "bigint"));
      columns.add(column(name, "v", "regular", -1, "text"));
    }
    schema.put("system_schema.tables", all);
    schema.put("system_schema.columns", columns);
  }

  private static Map<String, Object> column(
      String table, String name, String kind, int position, String type) {
    return Map.of(
        "keyspace_name",
        "shop",
        "table_name",
        table,
        "column_name",
        name,
        "clustering_order",
        "none",
        "kind",
        kind,
        "position",
        position,
        "type",
        type);
  }

  /** Where the first node listens, for a file. */
  String contactPoint() {
    InetSocketAddress at = (InetSocketAddress) listening.get(0).localAddress();
    return at.getAddress().getHostAddress() + ":" + at.getPort();
  }

  /** How often any node was asked for anything. */
  long questions() {
    return questions.sum();
  }

  @Override
  public void close() {
    listening.forEach(channel -> channel.close().syncUninterruptibly());
    threads.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
  }

  /** One node's answers on one connection. */
  private final class Requests extends SimpleChannelInboundHandler<Frame> {
    private final int node;

    Requests(int node) {
      this.node = node;
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // A session that is gone wants no answer.
    protected void channelRead0(ChannelHandlerContext connection, Frame request) {
      questions.increment();
      connection.writeAndFlush(
          Frame.forResponse(
              request.protocolVersion,
              request.streamId,
              null,
              Frame.NO_PAYLOAD,
              List.of(),
              answer(request.message)));
    }

    private Message answer(Message request) {
      if (request instanceof Options) {
        return new Supported(Map.of());
      }
      if (request instanceof Prepare prepare) {
        RowsMetadata id =
            new RowsMetadata(
                List.of(new ColumnSpec("shop", "any", "id", 0, LONG)), null, new int[] {0}, null);
        return new Prepared(
            prepare.cqlQuery.getBytes(StandardCharsets.UTF_8), null, id, noRows().getMetadata());
      }
      if (request instanceof Query query) {
        return rows(query.query);
      }
      return request instanceof Execute ? noRows() : new Ready();
    }

    private DefaultRows noRows() {
      return new DefaultRows(
          new RowsMetadata(List.of(new ColumnSpec("shop", "any", "id", 0, LONG)), null, null, null),
          new ArrayDeque<>());
    }

    private Message rows(String query) {
      Matcher from = FROM.matcher(query);
      String table = from.find() ? from.group(1) : "";
      if (table.startsWith("system_views.") && table.endsWith("_latency")) {
        return counts(table);
      }
      List<Map<String, Object>> rows =
          switch (table) {
            case "system.local" -> {
              Map<String, Object> local = new LinkedHashMap<>(nodes.get(node));
              local.remove("peer"); // Only others have it.
              yield List.of(local);
            }
            case "system.peers_v2" -> {
              List<Map<String, Object>> others = new ArrayList<>(nodes);
              others.remove(node);
              yield others;
            }
            default -> schema.get(table);
          };
      return rows == null
          ? new Error(ErrorCode.INVALID, "unconfigured table " + table)
          : StandInCluster.rows(table, rows);
    }

    /** Each table's count grows at a rate of its own, of which each node has the same share. */
    private Message counts(String view) {
      double seconds = (System.nanoTime() - begun) / 1e9;
      boolean isLocal = view.startsWith("system_views.local");
      double each = (isLocal ? 3.0 : 1.0) / nodes.size();
      ByteBuffer keyspace = TypeCodecs.TEXT.encode("shop", DefaultProtocolVersion.V4);
      Queue<List<ByteBuffer>> data = new ArrayDeque<>();
      for (int table = 0; table < names.size(); table++) {
        long count = (long) (1_000_000 + seconds * each * (20 + 10 * (table % 100)));
        data.add(
            List.of(
                keyspace,
                names.get(table),
                TypeCodecs.BIGINT.encodePrimitive(count, DefaultProtocolVersion.V4)));
      }
      return new DefaultRows(
          new RowsMetadata(
              List.of(
                  new ColumnSpec("system_views", view, "keyspace_name", 0, TEXT),
                  new ColumnSpec("system_views", view, "table_name", 1, TEXT),
                  new ColumnSpec("system_views", view, "count", 2, LONG)),
              null,
              null,
              null),
          data);
    }
  }

  private static Message rows(String table, List<Map<String, Object>> rows) {
    List<ColumnSpec> columns = new ArrayList<>();
    Queue<List<ByteBuffer>> data = new ArrayDeque<>();
    for (Map<String, Object> row : rows) {
      if (columns.isEmpty()) {
        row.forEach(
            (name, value) ->
                columns.add(new ColumnSpec("", table, name, columns.size(), kind(value).type())));
      }
      data.add(columns.stream().map(column -> bytes(row.get(column.name))).toList());
    }
    if (columns.isEmpty()) {
      // Rows of no column would mean that those of a prepared statement hold.
      columns.add(new ColumnSpec("", table, "v", 0, TEXT));
    }
    return new DefaultRows(new RowsMetadata(columns, null, null, null), data);
  }

  /** How a value is written. */
  private record Kind(RawType type, TypeCodec<?> codec) {
    static Kind of(int type, TypeCodec<?> codec) {
      return new Kind(RawType.PRIMITIVES.get(type), codec);
    }
  }

  private static Kind kind(@Nullable Object value) {
    if (value instanceof Map) {
      return new Kind(
          new RawType.RawMap(TEXT, TEXT), TypeCodecs.mapOf(TypeCodecs.TEXT, TypeCodecs.TEXT));
    }
    if (value instanceof Set) {
      return new Kind(new RawType.RawSet(TEXT), TypeCodecs.setOf(TypeCodecs.TEXT));
    }
    if (value instanceof UUID) {
      return Kind.of(DataType.UUID, TypeCodecs.UUID);
    }
    if (value instanceof Boolean) {
      return Kind.of(DataType.BOOLEAN, TypeCodecs.BOOLEAN);
    }
    if (value instanceof InetAddress) {
      return Kind.of(DataType.INET, TypeCodecs.INET);
    }
    return value instanceof Integer
        ? Kind.of(DataType.INT, TypeCodecs.INT)
        : Kind.of(DataType.VARCHAR, TypeCodecs.TEXT);
  }

  @SuppressWarnings("unchecked") // The codec is that of the value.
  private static ByteBuffer bytes(@Nullable Object value) {
    return ((TypeCodec<Object>) kind(value).codec()).encode(value, DefaultProtocolVersion.V4);
  }
}
