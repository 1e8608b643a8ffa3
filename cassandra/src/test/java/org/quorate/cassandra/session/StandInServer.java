package org.quorate.cassandra.session;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.DefaultProtocolVersion;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.config.OptionsMap;
import com.datastax.oss.driver.api.core.config.TypedDriverOption;
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
import com.datastax.oss.protocol.internal.response.result.Void;
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
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A server, of one node at first, that speaks version 4 of the protocol, and says in its system
 * tables what a test wants it to. It has the table {@code shop.carts (id int PRIMARY KEY, v text)},
 * always empty whatever is inserted, and answers what is asked of tables that it does not have as a
 * server does.
 */
public final class StandInServer implements AutoCloseable {
  static final String READ = "SELECT v FROM shop.carts WHERE id = ?";
  private static final int LONGEST_FRAME = 1 << 20;
  private static final Pattern FROM = Pattern.compile("FROM ([\\w.]+)");
  private static final Pattern EQUALS = Pattern.compile("(\\w+) = \\?");
  private static final RawType TEXT = RawType.PRIMITIVES.get(DataType.VARCHAR);
  private static final RawType INT = RawType.PRIMITIVES.get(DataType.INT);
  private static final RawType LONG = RawType.PRIMITIVES.get(DataType.BIGINT);

  /** The level of every {@link #READ}, in the order in which they arrived. */
  final Queue<String> levels = new ConcurrentLinkedQueue<>();

  /** What the next reads are answered instead of no rows; null where they never are. */
  final Queue<Supplier<Message>> answers = new ConcurrentLinkedQueue<>();

  /** What the next insertions are answered instead of being done. */
  final Queue<Supplier<Message>> writeAnswers = new ConcurrentLinkedQueue<>();

  /**
   * The guardrail {@code read_consistency_levels_disallowed} as of Cassandra 5.0.9, for reads of
   * {@code shop} and {@code system_views}; may change at any time.
   */
  final Set<String> disallowed = ConcurrentHashMap.newKeySet();

  /** The columns of {@link #READ}, as it is prepared; may change, as where {@code v} is a star. */
  volatile List<String> columns = List.of("v");

  /** The configuration of the sessions that are made here; a change of it is a reload of theirs. */
  final OptionsMap options = OptionsMap.driverDefaults();

  private final Map<String, List<Map<String, Object>>> tables;
  private final EventLoopGroup threads = new NioEventLoopGroup(1);
  private final ServerBootstrap listening;
  private final Channel channel;

  private StandInServer(Map<String, List<Map<String, Object>>> tables) {
    this.tables = tables;
    options.put(TypedDriverOption.PROTOCOL_VERSION, "V4");
    // No test is of a driver that waits; a busy machine may let it wait.
    for (TypedDriverOption<Duration> patience :
        List.of(
            TypedDriverOption.REQUEST_TIMEOUT,
            TypedDriverOption.METADATA_SCHEMA_REQUEST_TIMEOUT,
            TypedDriverOption.CONNECTION_CONNECT_TIMEOUT,
            TypedDriverOption.CONNECTION_INIT_QUERY_TIMEOUT,
            TypedDriverOption.CONTROL_CONNECTION_TIMEOUT)) {
      options.put(patience, Duration.ofSeconds(60));
    }
    options.put(TypedDriverOption.NETTY_IO_SHUTDOWN_QUIET_PERIOD, 0);
    // Without any the driver's own last tasks can come too late.
    options.put(TypedDriverOption.NETTY_ADMIN_SHUTDOWN_UNIT, "MILLISECONDS");
    options.put(TypedDriverOption.NETTY_ADMIN_SHUTDOWN_QUIET_PERIOD, 100);
    options.put(TypedDriverOption.NETTY_ADMIN_SHUTDOWN_TIMEOUT, 15_000);
    listening =
        new ServerBootstrap()
            .group(threads)
            .channel(NioServerSocketChannel.class)
            .childHandler(
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
                        .addLast(new Requests());
                  }
                });
    channel = listen();
  }

  private Channel listen() {
    return listening.bind(InetAddress.getLoopbackAddress(), 0).syncUninterruptibly().channel();
  }

  /**
   * Has another node from now on, which has all rows too; to be called before sessions are made.
   */
  public void addNode() {
    InetSocketAddress at = (InetSocketAddress) listen().localAddress();
    Map<String, Object> peer = new LinkedHashMap<>();
    peer.put("peer", at.getAddress());
    peer.put("peer_port", at.getPort());
    peer.put("native_address", at.getAddress());
    peer.put("native_port", at.getPort());
    peer.put("data_center", "dc1");
    peer.put("rack", "rack1");
    peer.put("release_version", "4.1.10");
    peer.put("host_id", new UUID(0, 4));
    peer.put("schema_version", new UUID(0, 2));
    peer.put("tokens", Set.of("1"));
    tables.put("system.peers_v2", List.of(peer));
  }

  /**
   * An Apache Cassandra but for some of its tables.
   *
   * @param different columns that system tables have besides or instead, of their only row
   */
  public static StandInServer with(Map<String, Map<String, Object>> different) {
    Map<String, List<Map<String, Object>>> tables = new ConcurrentHashMap<>();
    cassandra().forEach((name, rows) -> tables.put(name, new ArrayList<>(rows)));
    different.forEach(
        (name, columns) -> {
          List<Map<String, Object>> rows = tables.computeIfAbsent(name, any -> new ArrayList<>());
          Map<String, Object> row = new LinkedHashMap<>(rows.isEmpty() ? Map.of() : rows.get(0));
          row.putAll(columns);
          if (rows.isEmpty()) {
            rows.add(row);
          } else {
            rows.set(0, row);
          }
        });
    return new StandInServer(tables);
  }

  /** Has these rows in a table from now on, all of the same columns. */
  public void has(String table, List<Map<String, Object>> rows) {
    tables.put(table, List.copyOf(rows));
  }

  private static Map<String, List<Map<String, Object>>> cassandra() {
    Map<String, Object> local = new LinkedHashMap<>();
    local.put("cluster_name", "Test Cluster"); // The driver expects it first.
    local.put("key", "local");
    local.put("data_center", "dc1");
    local.put("rack", "rack1");
    local.put("release_version", "4.1.10");
    local.put("host_id", new UUID(0, 1));
    local.put("schema_version", new UUID(0, 2));
    local.put("partitioner", "org.apache.cassandra.dht.Murmur3Partitioner");
    local.put("tokens", Set.of("0"));
    Map<String, List<Map<String, Object>>> tables = new HashMap<>();
    tables.put("system.local", List.of(local));
    tables.put("shop.carts", List.of());
    for (String empty :
        List.of(
            "system.peers",
            "system_schema.types",
            "system_schema.functions",
            "system_schema.aggregates",
            "system_schema.indexes",
            "system_schema.views",
            "system_virtual_schema.keyspaces",
            "system_virtual_schema.tables",
            "system_virtual_schema.columns")) {
      tables.put(empty, List.of());
    }
    tables.put(
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
    tables.put(
        "system_schema.tables",
        List.of(
            Map.of(
                "keyspace_name",
                "shop",
                "table_name",
                "carts",
                "id",
                new UUID(0, 3),
                "flags",
                Set.of("compound"))));
    tables.put(
        "system_schema.columns",
        List.of(column("id", "partition_key", 0, "int"), column("v", "regular", -1, "text")));
    return tables;
  }

  private static Map<String, Object> column(String name, String kind, int position, String type) {
    return Map.of(
        "keyspace_name",
        "shop",
        "table_name",
        "carts",
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

  /**
   * A session of which everything but the level is the driver's own default, but for a quick end.
   */
  public CqlSessionBuilder session(String ownLevel) {
    return session(ownLevel, "localhost");
  }

  /** The same, where the application knows the server by this name. */
  CqlSessionBuilder session(String ownLevel, String host) {
    InetSocketAddress at = (InetSocketAddress) channel.localAddress();
    InetAddress named;
    try {
      named = InetAddress.getByAddress(host, at.getAddress().getAddress());
    } catch (UnknownHostException e) {
      throw new IllegalStateException(e);
    }
    options.put(TypedDriverOption.REQUEST_CONSISTENCY, ownLevel);
    return CqlSession.builder()
        .addContactPoint(new InetSocketAddress(named, at.getPort()))
        .withLocalDatacenter("dc1")
        .withConfigLoader(DriverConfigLoader.fromMap(options));
  }

  /** What a server answers to a read at a level that it does not allow. */
  static Message refusal(String level) {
    return new Error(
        ErrorCode.INVALID,
        "Guardrail read_consistency_levels violated: Provided values [%1$s] are not allowed for read consistency levels (disallowed values are: [%1$s])"
            .formatted(level));
  }

  /** An answer to {@link #READ} without rows, of which there is another page. */
  static Message page() {
    return new DefaultRows(
        new RowsMetadata(
            List.of(new ColumnSpec("shop", "carts", "v", 0, TEXT)),
            ByteBuffer.wrap(new byte[] {1}),
            null,
            null),
        new ArrayDeque<>());
  }

  @Override
  public void close() {
    channel.close().syncUninterruptibly();
    threads.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
  }

  private final class Requests extends SimpleChannelInboundHandler<Frame> {
    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // A session that is gone wants no answer.
    protected void channelRead0(ChannelHandlerContext connection, Frame request) {
      Message answer = answer(request.message);
      if (answer != null) {
        connection.writeAndFlush(
            Frame.forResponse(
                request.protocolVersion,
                request.streamId,
                null,
                Frame.NO_PAYLOAD,
                List.of(),
                answer));
      }
    }

    private Message answer(Message request) {
      if (request instanceof Options) {
        return new Supported(Map.of());
      }
      if (request instanceof Prepare prepare) {
        return prepared(prepare.cqlQuery);
      }
      if (request instanceof Query query) {
        return rows(query.query, query.options.consistency, query.options.positionalValues);
      }
      if (request instanceof Execute execute) {
        return rows(
            new String(execute.queryId, StandardCharsets.UTF_8),
            execute.options.consistency,
            List.of());
      }
      return new Ready();
    }

    private Message prepared(String query) {
      RowsMetadata id =
          new RowsMetadata(
              List.of(new ColumnSpec("shop", "carts", "id", 0, INT)), null, new int[] {0}, null);
      List<ColumnSpec> specs = new ArrayList<>();
      columns.forEach(name -> specs.add(new ColumnSpec("shop", "carts", name, specs.size(), TEXT)));
      RowsMetadata result = new RowsMetadata(specs, null, null, null);
      return new Prepared(query.getBytes(StandardCharsets.UTF_8), null, id, result);
    }

    private Message rows(String query, int level, List<ByteBuffer> values) {
      String name = DefaultConsistencyLevel.fromCode(level).name();
      boolean isRead = query.equals(READ);
      if (isRead) {
        levels.add(name);
      }
      if (query.startsWith("INSERT")) {
        Supplier<Message> answer = writeAnswers.poll();
        return answer == null ? Void.INSTANCE : answer.get();
      }
      Matcher from = FROM.matcher(query);
      String table = from.find() ? from.group(1) : "";
      boolean isGuarded = table.startsWith("shop.") || table.startsWith("system_views.");
      if (isGuarded && disallowed.contains(name)) {
        return refusal(name);
      }
      Supplier<Message> answer = isRead ? answers.poll() : null;
      if (answer != null) {
        return answer.get();
      }
      List<Map<String, Object>> rows = tables.get(table);
      return rows == null
          ? new Error(ErrorCode.INVALID, "unconfigured table")
          : rows(table, chosen(rows, query, values));
    }

    /** Those of which each column that is asked for has the value that is bound to it. */
    private List<Map<String, Object>> chosen(
        List<Map<String, Object>> rows, String query, List<ByteBuffer> values) {
      List<Map<String, Object>> chosen = new ArrayList<>(rows);
      Matcher column = EQUALS.matcher(query);
      for (ByteBuffer value : values) {
        if (column.find()) {
          String name = column.group(1);
          chosen.removeIf(row -> !value.equals(bytes(row.get(name))));
        }
      }
      return chosen;
    }

    private Message rows(String table, List<Map<String, Object>> rows) {
      List<ColumnSpec> columns = new ArrayList<>();
      Queue<List<ByteBuffer>> data = new ArrayDeque<>();
      for (Map<String, Object> row : rows) {
        if (columns.isEmpty()) {
          row.forEach(
              (name, value) ->
                  columns.add(new ColumnSpec("", table, name, columns.size(), type(value))));
        }
        data.add(columns.stream().map(column -> bytes(row.get(column.name))).toList());
      }
      if (columns.isEmpty()) {
        // Rows of no column would mean that those of the prepared statement hold.
        columns.add(new ColumnSpec("", table, "v", 0, TEXT));
      }
      return new DefaultRows(new RowsMetadata(columns, null, null, null), data);
    }

    private RawType type(Object value) {
      if (value instanceof Map) {
        return new RawType.RawMap(TEXT, TEXT);
      }
      if (value instanceof Set) {
        return new RawType.RawSet(TEXT);
      }
      return value instanceof UUID
          ? RawType.PRIMITIVES.get(DataType.UUID)
          : value instanceof Boolean
              ? RawType.PRIMITIVES.get(DataType.BOOLEAN)
              : value instanceof InetAddress
                  ? RawType.PRIMITIVES.get(DataType.INET)
                  : value instanceof Integer ? INT : value instanceof Long ? LONG : TEXT;
    }

    @SuppressWarnings("unchecked") // The codec is that of the value.
    private ByteBuffer bytes(Object value) {
      TypeCodec<?> codec =
          value instanceof Map
              ? TypeCodecs.mapOf(TypeCodecs.TEXT, TypeCodecs.TEXT)
              : value instanceof Set
                  ? TypeCodecs.setOf(TypeCodecs.TEXT)
                  : value instanceof UUID
                      ? TypeCodecs.UUID
                      : value instanceof Boolean
                          ? TypeCodecs.BOOLEAN
                          : value instanceof InetAddress
                              ? TypeCodecs.INET
                              : value instanceof Integer
                                  ? TypeCodecs.INT
                                  : value instanceof Long ? TypeCodecs.BIGINT : TypeCodecs.TEXT;
      return ((TypeCodec<Object>) codec).encode(value, DefaultProtocolVersion.V4);
    }
  }
}
