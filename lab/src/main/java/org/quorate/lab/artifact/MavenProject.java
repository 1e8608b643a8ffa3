package org.quorate.lab.artifact;

import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** The text of small project files that make Maven fetch jars. */
final class MavenProject {
  private MavenProject() {}

  /** A project that depends on one artifact and so on all that it needs at run time. */
  static String resolving(Artifact root) {
    return project(dependency(root, ""));
  }

  /** A project that depends on exactly these artifacts and nothing that they ask for. */
  static String fetching(Collection<Artifact> artifacts) {
    StringBuilder dependencies = new StringBuilder();
    String exclusions =
        "<exclusions><exclusion><groupId>*</groupId><artifactId>*</artifactId></exclusion>"
            + "</exclusions>";
    for (Artifact artifact : artifacts) {
      dependencies.append(dependency(artifact, exclusions));
    }
    return project(dependencies.toString());
  }

  private static String dependency(Artifact artifact, String exclusions) {
    @Nullable String classifier = artifact.classifier();
    return "    <dependency><groupId>%s</groupId><artifactId>%s</artifactId><version>%s</version>%s%s</dependency>%n"
        .formatted(
            artifact.groupId(),
            artifact.artifactId(),
            artifact.version(),
            classifier == null ? "" : "<classifier>" + classifier + "</classifier>",
            exclusions);
  }

  private static String project(String dependencies) {
    return """
        <project xmlns="http://maven.apache.org/POM/4.0.0">
          <modelVersion>4.0.0</modelVersion>
          <groupId>org.quorate.servers</groupId>
          <artifactId>server</artifactId>
          <version>1</version>
          <packaging>pom</packaging>
          <dependencies>
        %s  </dependencies>
        </project>
        """
        .formatted(dependencies);
  }
}
