package org.quorate.cli.house;

import static org.assertj.core.api.Assertions.assertThat;

import eu.maveniverse.maven.mima.context.Context;
import eu.maveniverse.maven.mima.context.ContextOverrides;
import eu.maveniverse.maven.mima.runtime.standalonestatic.StandaloneStaticRuntime;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.eclipse.aether.DefaultRepositorySystemSession;
import org.eclipse.aether.RepositoryException;
import org.eclipse.aether.artifact.Artifact;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.collection.CollectRequest;
import org.eclipse.aether.graph.Dependency;
import org.eclipse.aether.graph.Exclusion;
import org.eclipse.aether.repository.WorkspaceReader;
import org.eclipse.aether.repository.WorkspaceRepository;
import org.eclipse.aether.resolution.ArtifactDescriptorRequest;
import org.eclipse.aether.util.artifact.JavaScopes;
import org.eclipse.aether.util.graph.visitor.PreorderNodeListGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The version of the log's interface that each library brings into an application beside the client
 * that the application has, as Maven's resolver reads it from the poms of this project.
 */
final class LibraryLogTest {
  private static final String DRIVER = "java-driver-core";
  private static final String HBASE_CLIENT = "hbase-client";
  private static final String LOG = "slf4j-api";

  @SuppressWarnings("NullAway.Init")
  private static Context context;

  @SuppressWarnings("NullAway.Init")
  private static DefaultRepositorySystemSession session;

  @BeforeAll
  static void openWhatTheBuildHasFetched() {
    ContextOverrides overrides =
        ContextOverrides.create()
            .withUserSettings(false)
            // Surefire says which one the build uses.
            .withLocalRepositoryOverride(Path.of(System.getProperty("localRepository")))
            .offline(true)
            .build();
    context = new StandaloneStaticRuntime().create(overrides);
    session = new DefaultRepositorySystemSession(context.repositorySystemSession());
    session.setWorkspaceReader(new Poms());
  }

  @AfterAll
  static void close() {
    context.close();
  }

  /** An application whose log speaks the client's version would hear of nothing with a newer. */
  @ParameterizedTest
  @CsvSource({"quorate-cassandra, " + DRIVER, "quorate-hbase, " + HBASE_CLIENT})
  void aLibraryLogsByTheVersionOfItsClient(String library, String client)
      throws RepositoryException {
    Artifact its = dependency(own(library), client);
    assertThat(broughtBy(library, client).get(LOG)).isEqualTo(dependency(its, LOG).getVersion());
  }

  /** Names and versions of what an application gets that keeps a client of its own. */
  private static SortedMap<String, String> broughtBy(String library, String client)
      throws RepositoryException {
    Dependency root =
        new Dependency(own(library), JavaScopes.COMPILE)
            .setExclusions(List.of(new Exclusion("*", client, "*", "*")));
    PreorderNodeListGenerator nodes = new PreorderNodeListGenerator();
    context
        .repositorySystem()
        .collectDependencies(session, new CollectRequest().addDependency(root))
        .getRoot()
        .accept(nodes);
    SortedMap<String, String> brought = new TreeMap<>();
    nodes
        .getDependencies(true)
        .forEach(
            each ->
                brought.put(each.getArtifact().getArtifactId(), each.getArtifact().getVersion()));
    return brought;
  }

  private static Artifact dependency(Artifact of, String name) throws RepositoryException {
    return context
        .repositorySystem()
        .readArtifactDescriptor(session, new ArtifactDescriptorRequest(of, List.of(), ""))
        .getDependencies()
        .stream()
        .map(Dependency::getArtifact)
        .filter(artifact -> artifact.getArtifactId().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static Artifact own(String name) {
    return new DefaultArtifact("org.quorate", name, "jar", "0.1.0-SNAPSHOT");
  }

  /** The poms of this project, which nobody has installed. */
  private static final class Poms implements WorkspaceReader {
    private final WorkspaceRepository repository = new WorkspaceRepository("quorate");

    @Override
    public WorkspaceRepository getRepository() {
      return repository;
    }

    @Override
    public @Nullable File findArtifact(Artifact artifact) {
      if (!artifact.getGroupId().equals("org.quorate") || !artifact.getExtension().equals("pom")) {
        return null;
      }
      Path folder =
          House.root().resolve(artifact.getArtifactId().replaceFirst("^quorate-?", "")).normalize();
      Path pom = folder.resolve("pom.xml");
      return Files.exists(pom) ? pom.toFile() : null;
    }

    @Override
    public List<String> findVersions(Artifact artifact) {
      return findArtifact(artifact) == null ? List.of() : List.of(artifact.getVersion());
    }
  }
}
