package org.quorate.cli.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.Collections;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * What the command line loads, by the class path of its tests, which have no versions of theirs.
 */
final class CommandLineJarsTest {
  private static final String VERSIONS = "META-INF/io.netty.versions.properties";
  private static final String VERSION = ".version";

  /** The driver and HBase's client bring some of its parts each, in their own versions. */
  @Test
  void allPartsOfNettyHaveOneVersion() throws IOException {
    Map<String, String> parts = new TreeMap<>();
    for (URL found : Collections.list(getClass().getClassLoader().getResources(VERSIONS))) {
      // And not the one that HBase's client has in packages of its own.
      if (found.getPath().contains("/io/netty/")) {
        parts.putAll(versions(found));
      }
    }
    assertThat(parts).hasSizeGreaterThan(5);
    assertThat(parts.values()).containsOnly(parts.values().iterator().next());
  }

  private static Map<String, String> versions(URL file) throws IOException {
    Properties properties = new Properties();
    try (InputStream in = file.openStream()) {
      properties.load(in);
    }
    Map<String, String> versions = new TreeMap<>();
    for (String name : properties.stringPropertyNames()) {
      if (name.endsWith(VERSION)) {
        versions.put(name, properties.getProperty(name));
      }
    }
    return versions;
  }
}
