package org.quorate.lab.artifact;

import eu.maveniverse.maven.mima.context.Context;
import eu.maveniverse.maven.mima.context.ContextOverrides;
import eu.maveniverse.maven.mima.context.MavenUserHome;
import eu.maveniverse.maven.mima.runtime.standalonestatic.StandaloneStaticRuntime;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.maven.settings.Settings;
import org.apache.maven.settings.building.SettingsBuildingException;
import org.apache.maven.settings.crypto.SettingsDecrypter;
import org.eclipse.aether.ConfigurationProperties;
import org.eclipse.aether.DefaultRepositorySystemSession;
import org.eclipse.aether.RepositoryException;
import org.eclipse.aether.RepositorySystem;
import org.eclipse.aether.RepositorySystemSession;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.collection.CollectRequest;
import org.eclipse.aether.graph.Dependency;
import org.eclipse.aether.repository.LocalArtifactRequest;
import org.eclipse.aether.repository.RemoteRepository;
import org.eclipse.aether.resolution.ArtifactRequest;
import org.eclipse.aether.resolution.ArtifactResult;
import org.eclipse.aether.resolution.DependencyRequest;
import org.eclipse.aether.transfer.AbstractTransferListener;
import org.eclipse.aether.transfer.ArtifactTransferException;
import org.eclipse.aether.transfer.TransferCancelledException;
import org.eclipse.aether.transfer.TransferEvent;
import org.eclipse.aether.util.artifact.JavaScopes;
import org.eclipse.aether.util.filter.DependencyFilterUtils;
import org.eclipse.aether.util.repository.SimpleArtifactDescriptorPolicy;
import org.jspecify.annotations.Nullable;

/**
 * The user's Maven repositories, asked by Maven's own resolver as the user's Maven would ask them:
 * with the mirrors, proxies, credentials and profiles of its settings. No other repository is asked
 * for a jar that the local one has. Checksums that a repository states are checked strictly. For
 * use by one thread.
 */
final class Repositories implements AutoCloseable {
  /** The resolver's own would be half an hour. */
  private static final String LONGEST_SILENCE_MILLIS = "60000";

  private final Context context;
  private final RepositorySystem system;
  private final RepositorySystemSession session;
  private final List<RemoteRepository> remote;
  private final Transfers transfers;

  private Repositories(Context context, Transfers transfers) {
    this.context = context;
    this.system = context.repositorySystem();
    this.session = context.repositorySystemSession();
    this.transfers = transfers;
    List<RemoteRepository> inOrder = new ArrayList<>(context.contextOverrides().getRepositories());
    if (inOrder.remove(ContextOverrides.CENTRAL)) {
      // Maven's default comes after those of the settings, which may be all that can be reached.
      inOrder.add(ContextOverrides.CENTRAL);
    }
    this.remote = system.newResolutionRepositories(session, inOrder);
  }

  /**
   * @param had told the name of each jar that the local repository has, or that came into it, by
   *     any thread
   * @throws ArtifactException if the settings cannot be read
   */
  static Repositories open(MavenSettings settings, Consumer<String> had) throws ArtifactException {
    Path file = settings.file();
    if (file != null && !Files.isRegularFile(file)) {
      throw new ArtifactException(
          "MAVEN_ARGS names the settings " + file + ", which are no file; correct or remove -s.");
    }
    Map<String, String> properties = new HashMap<>(settings.properties());
    properties.putIfAbsent(ConfigurationProperties.REQUEST_TIMEOUT, LONGEST_SILENCE_MILLIS);
    Transfers transfers = new Transfers(had);
    ContextOverrides overrides =
        ContextOverrides.create()
            .withUserSettings(true)
            .withMavenUserHomeOverride(settings.userHome())
            .withUserSettingsXmlOverride(file)
            .withMavenSystemHomeOverride(settings.installation())
            .userProperties(properties)
            .checksumPolicy(ContextOverrides.ChecksumPolicy.FAIL)
            // A jar whose description is missing would count as one that needs no others. One that
            // is
            // wrong counts so, as with Maven: Cassandra has some, such as sjk-jfr5's.
            .artifactDescriptorPolicy(new SimpleArtifactDescriptorPolicy(false, true))
            .offline(settings.offline())
            .transferListener(transfers)
            .build();
    try {
      return new Repositories(new UserRuntime().create(overrides), transfers);
    } catch (IllegalStateException failure) {
      throw new ArtifactException("Maven's settings cannot be used: " + unusable(failure));
    }
  }

  /** Where the settings are wrong; what a parser shows of them may be a password. */
  private static String unusable(IllegalStateException failure) {
    Throwable cause = failure.getCause() == null ? failure : failure.getCause();
    return cause instanceof SettingsBuildingException settings
        ? settings.getProblems().stream()
            .map(
                problem ->
                    "%s, line %d, column %d"
                        .formatted(
                            problem.getSource(),
                            problem.getLineNumber(),
                            problem.getColumnNumber()))
            .collect(Collectors.joining("; "))
        : withoutCredentials(cause);
  }

  /** In one line. Addresses may have a name and a password in them. */
  private static String withoutCredentials(Throwable failure) {
    return String.valueOf(failure.getMessage())
        .strip()
        .replaceAll("\\s+", " ")
        .replaceAll("://\\S*@", "://");
  }

  /**
   * Jars, and nothing that they ask for, with the file of each in the local repository.
   *
   * @throws ArtifactException with the resolver's own words where one cannot be had
   */
  SortedMap<Artifact, Path> jars(Collection<Artifact> wanted)
      throws ArtifactException, InterruptedException {
    List<ArtifactRequest> requests = wanted.stream().map(this::request).toList();
    return obtain(() -> system.resolveArtifacts(session, requests));
  }

  /** What the local repository has counts, from wherever it once came. */
  private ArtifactRequest request(Artifact wanted) {
    DefaultArtifact jar = jar(wanted);
    LocalArtifactRequest local = new LocalArtifactRequest(jar, List.of(), "");
    boolean there = session.getLocalRepositoryManager().find(session, local).getFile() != null;
    if (there) {
      transfers.had.accept(wanted.fileName());
    }
    return new ArtifactRequest(jar, there ? List.of() : remote, "");
  }

  /**
   * A jar and all that it needs at run time, with the file of each in the local repository.
   *
   * @throws ArtifactException with the resolver's own words where one cannot be had
   */
  SortedMap<Artifact, Path> classPath(Artifact root)
      throws ArtifactException, InterruptedException {
    // As of a project that depends on it: versions that it manages itself count for that alone.
    CollectRequest graph =
        new CollectRequest()
            .setRepositories(remote)
            .addDependency(new Dependency(jar(root), JavaScopes.COMPILE));
    DependencyRequest request =
        new DependencyRequest(graph, DependencyFilterUtils.classpathFilter(JavaScopes.RUNTIME));
    return obtain(() -> system.resolveDependencies(session, request).getArtifactResults());
  }

  /** In a thread that may be left behind, since reading from a network cannot be interrupted. */
  private SortedMap<Artifact, Path> obtain(Callable<List<ArtifactResult>> request)
      throws ArtifactException, InterruptedException {
    FutureTask<List<ArtifactResult>> results = new FutureTask<>(request);
    Thread thread = new Thread(results, "fetching jars");
    thread.setDaemon(true);
    thread.start();
    try {
      SortedMap<Artifact, Path> files = new TreeMap<>();
      for (ArtifactResult result : results.get()) {
        var found = result.getArtifact();
        if (found.getExtension().equals("jar")) {
          String classifier = found.getClassifier();
          files.put(
              new Artifact(
                  found.getGroupId(),
                  found.getArtifactId(),
                  found.getVersion(),
                  classifier.isEmpty() ? null : classifier),
              found.getFile().toPath());
        }
      }
      return files;
    } catch (ExecutionException failure) {
      throw new ArtifactException(reason(failure));
    }
  }

  private static DefaultArtifact jar(Artifact artifact) {
    String classifier = artifact.classifier() == null ? "" : artifact.classifier();
    return new DefaultArtifact(
        artifact.groupId(), artifact.artifactId(), classifier, "jar", artifact.version());
  }

  /** What the failure of one file says: those around it list all jars, those within it no name. */
  private static String reason(Throwable failure) {
    @Nullable Throwable cause = failure.getCause();
    return cause instanceof RepositoryException && !(failure instanceof ArtifactTransferException)
        ? reason(cause)
        : withoutCredentials(failure);
  }

  @Override
  public void close() {
    transfers.closed = true;
    context.close();
  }

  /** Tells of jars that arrive, and gives up what still arrives after the end. */
  private static final class Transfers extends AbstractTransferListener {
    private final Consumer<String> had;
    private volatile boolean closed;

    Transfers(Consumer<String> had) {
      this.had = had;
    }

    @Override
    public void transferInitiated(TransferEvent event) throws TransferCancelledException {
      transferProgressed(event);
    }

    @Override
    public void transferProgressed(TransferEvent event) throws TransferCancelledException {
      if (closed) {
        throw new TransferCancelledException("nobody waits for it any more");
      }
    }

    @Override
    public void transferSucceeded(TransferEvent event) {
      String name = event.getResource().getResourceName();
      if (name.endsWith(".jar")) {
        had.accept(name.substring(name.lastIndexOf('/') + 1));
      }
    }
  }

  /** Heeds {@code <offline>} of the settings too, and only proxies that are active. */
  private static final class UserRuntime extends StandaloneStaticRuntime {
    @Override
    protected DefaultRepositorySystemSession newRepositorySession(
        ContextOverrides overrides,
        MavenUserHome home,
        RepositorySystem system,
        Settings settings,
        SettingsDecrypter decrypter) {
      settings.getProxies().removeIf(proxy -> !proxy.isActive());
      settings.flushActiveProxy();
      var session = super.newRepositorySession(overrides, home, system, settings, decrypter);
      session.setOffline(session.isOffline() || settings.isOffline());
      return session;
    }
  }
}
