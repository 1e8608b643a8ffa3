package org.quorate.lab.artifact;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * A repository on the loopback interface, and a user whose settings make it the mirror of Maven's
 * default repository. States a right checksum for every file that has none.
 */
final class MadeUpRepository implements AutoCloseable {
  private final Path files;
  private final Path userHome;
  private final HttpServer server;

  /** The paths that were asked for. */
  final Queue<String> requests = new ConcurrentLinkedQueue<>();

  /** The value of {@code Authorization} in the last request. */
  volatile @Nullable String authorization;

  MadeUpRepository(Path directory) throws IOException {
    files = Files.createDirectories(directory.resolve("remote"));
    userHome = Files.createDirectories(directory.resolve("home/.m2"));
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
    settings("");
  }

  /** Writes the user's settings: this mirror, and what else they shall say. */
  void settings(String more) throws IOException {
    settings(url(""), more);
  }

  /** Writes the user's settings with a mirror elsewhere. */
  void settings(String mirror, String more) throws IOException {
    Files.writeString(
        userHome.resolve("settings.xml"),
        "<settings><mirrors><mirror>%s</mirror></mirrors>%s</settings>"
            .formatted(
                "<id>made-up</id><mirrorOf>central</mirrorOf><url>%s</url>".formatted(mirror),
                more));
  }

  /** Where this repository is, or a folder of it. */
  String url(String folder) {
    InetSocketAddress address = server.getAddress();
    return "http://" + address.getAddress().getHostAddress() + ":" + address.getPort() + folder;
  }

  /** The user, who has an installation of Maven without settings. */
  MavenSettings settings() {
    return new MavenSettings(userHome, null, files, Map.of(), false);
  }

  /** Where the user's own jars are, or would be. */
  Path local(Artifact artifact) {
    return path(userHome.resolve("repository"), artifact);
  }

  void putLocal(Artifact artifact, String content) throws IOException {
    put(local(artifact), artifact, content, "");
  }

  void put(Artifact artifact, String content, String... dependencies) throws IOException {
    put(path(files, artifact), artifact, content, String.join("", dependencies));
  }

  /** Has the repository offer the jar without its POM. */
  void removeDescription(Artifact artifact) throws IOException {
    Files.delete(description(path(files, artifact), artifact));
  }

  /** Has the repository state this SHA-1 of a jar. */
  void putChecksum(Artifact artifact, String checksum) throws IOException {
    Files.writeString(Path.of(path(files, artifact) + ".sha1"), checksum);
  }

  /** An element of {@link #put}. */
  static String dependency(Artifact artifact, String more) {
    @Nullable String classifier = artifact.classifier();
    return "<dependency>%s%s%s</dependency>"
        .formatted(
            coordinates(artifact),
            classifier == null ? "" : "<classifier>" + classifier + "</classifier>",
            more);
  }

  private static void put(Path jar, Artifact artifact, String content, String dependencies)
      throws IOException {
    Files.createDirectories(jar.getParent());
    Files.writeString(jar, content);
    Files.writeString(
        description(jar, artifact),
        "<project><modelVersion>4.0.0</modelVersion>%s<dependencies>%s</dependencies></project>"
            .formatted(coordinates(artifact), dependencies));
  }

  private static Path description(Path jar, Artifact artifact) {
    return jar.resolveSibling(artifact.artifactId() + "-" + artifact.version() + ".pom");
  }

  private static String coordinates(Artifact artifact) {
    return "<groupId>%s</groupId><artifactId>%s</artifactId><version>%s</version>"
        .formatted(artifact.groupId(), artifact.artifactId(), artifact.version());
  }

  private static Path path(Path root, Artifact artifact) {
    return root.resolve(artifact.groupId().replace('.', '/'))
        .resolve(artifact.artifactId())
        .resolve(artifact.version())
        .resolve(artifact.fileName());
  }

  private void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    requests.add(path);
    authorization = exchange.getRequestHeaders().getFirst("Authorization");
    byte[] content = content(path);
    try (exchange) {
      exchange.sendResponseHeaders(
          content == null ? 404 : 200, content == null ? -1 : content.length);
      if (content != null) {
        exchange.getResponseBody().write(content);
      }
    }
  }

  private byte @Nullable [] content(String path) throws IOException {
    Path file = files.resolve(path.substring(1));
    if (Files.isRegularFile(file)) {
      return Files.readAllBytes(file);
    }
    Path stated = Path.of(file.toString().replaceFirst("\\.sha1$", ""));
    if (!Files.isRegularFile(stated)) {
      return null;
    }
    try {
      byte[] digest = MessageDigest.getInstance("SHA-1").digest(Files.readAllBytes(stated));
      return HexFormat.of().formatHex(digest).getBytes(StandardCharsets.US_ASCII);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** The names of the jars that were asked for. */
  List<String> requestedJars() {
    return requests.stream()
        .filter(path -> path.endsWith(".jar"))
        .map(path -> path.substring(path.lastIndexOf('/') + 1))
        .toList();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
