package org.quorate.lab.hbase;

import java.util.Map;

/** Files of properties in Hadoop's format, as text. Stateless. */
final class HadoopXml {
  private HadoopXml() {}

  /** The file, with the properties in the order of the map. */
  static String text(Map<String, String> properties) {
    StringBuilder text = new StringBuilder("<?xml version=\"1.0\"?>\n<configuration>\n");
    properties.forEach(
        (name, value) ->
            text.append("  <property><name>")
                .append(escaped(name))
                .append("</name><value>")
                .append(escaped(value))
                .append("</value></property>\n"));
    return text.append("</configuration>\n").toString();
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
