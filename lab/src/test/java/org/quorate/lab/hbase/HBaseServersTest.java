package org.quorate.lab.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.lab.engine.ClusterRecord;
import org.quorate.lab.engine.ClusterRegistry;
import org.quorate.lab.engine.ClusterSpec;
import org.quorate.lab.engine.DataCenter;
import org.quorate.lab.engine.EngineException;
import org.quorate.lab.engine.NodeRecord;
import org.quorate.lab.engine.ServiceRecord;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** What is written before the servers start; nothing is started. */
class HBaseServersTest {
  private static final List<Path> JARS = List.of(Path.of("/my jars/a.jar"), Path.of("/b.jar"));

  private final HBaseServers servers = new HBaseServers();
  private final Path directory;

  HBaseServersTest(@TempDir Path directory) {
    this.directory = directory;
  }

  @Test
  void everyProcessKnowsZooKeeperTheMasterAndItsOwnAddress() throws Exception {
    ClusterRecord cluster = prepared(HBaseEngine.spec("demo"));
    String block = block(cluster);
    Map<String, String> second = site(cluster, "node2");
    assertThat(second)
        .containsEntry("hbase.cluster.distributed", "true")
        .containsEntry("hbase.zookeeper.quorum", "127." + block + ".1.201")
        .containsEntry("hbase.zookeeper.property.clientPort", "2181")
        .containsEntry("hbase.master.hostname", "127." + block + ".1.202")
        .containsEntry("hbase.unsafe.regionserver.hostname", "127." + block + ".1.2")
        .containsEntry("hbase.regionserver.ipc.address", "127." + block + ".1.2")
        .containsEntry("hbase.regionserver.port", "16020")
        .containsEntry("hbase.regionserver.info.port", "-1")
        .containsEntry(
            "hbase.rootdir", "file://" + cluster.directory().resolve("shared").resolve("hbase"))
        .containsEntry("fs.file.impl", "org.apache.hadoop.fs.RawLocalFileSystem")
        .containsEntry("hbase.wal.provider", "filesystem")
        .containsEntry("hbase.master.wait.on.regionservers.maxtostart", "3")
        .containsEntry("hbase.ipc.server.max.callqueue.size", Long.toString(64L << 20))
        .containsEntry(
            "hbase.regionserver.region.split.policy",
            "org.apache.hadoop.hbase.regionserver.ConstantSizeRegionSplitPolicy")
        .doesNotContainKey("hbase.regionserver.handler.count");
    assertThat(site(cluster, "master"))
        .containsEntry("hbase.master.port", "16000")
        .containsEntry("hbase.rootdir", second.get("hbase.rootdir"))
        .doesNotContainKey("hbase.unsafe.regionserver.hostname");
    Properties zooKeeper = new Properties();
    zooKeeper.load(new StringReader(read(cluster, "zookeeper", "conf/zoo.cfg")));
    assertThat(zooKeeper)
        .containsEntry("clientPortAddress", "127." + block + ".1.201")
        .containsEntry("clientPort", "2181")
        .containsEntry("dataDir", cluster.directory().resolve("zookeeper/data").toString())
        .containsEntry("forceSync", "no")
        .containsEntry("admin.enableServer", "false");
  }

  @Test
  void aRelayedRegionServerListensOnOneAddressAndIsCalledByTheOther() throws Exception {
    ClusterRecord cluster = prepared(HBaseEngine.spec("demo").relayed(true));
    assertThat(site(cluster, "node1"))
        .containsEntry("hbase.unsafe.regionserver.hostname", "127." + block(cluster) + ".0.1")
        .containsEntry("hbase.regionserver.ipc.address", "127." + block(cluster) + ".1.1");
  }

  @Test
  void aUsersSettingsReplaceSizesAndAreEscaped() throws Exception {
    ClusterRecord cluster =
        prepared(
            HBaseEngine.spec("demo")
                .setting("zookeeper.session.timeout", "6000")
                .setting("hbase.regionserver.handler.count", "8")
                .setting("hbase.comment", "a < b & c"));
    assertThat(site(cluster, "node3"))
        .containsEntry("zookeeper.session.timeout", "6000")
        .containsEntry("hbase.regionserver.handler.count", "8")
        .containsEntry("hbase.comment", "a < b & c");
  }

  @Test
  void argumentsWithBlanksStayWholeAndTheConfigurationLeadsTheClassPath() throws Exception {
    ClusterRecord cluster = prepared(HBaseEngine.spec("demo"));
    Path conf = cluster.nodeDirectory("node1").resolve("conf");
    NodeRecord node = cluster.nodes().get(0);
    assertThat(node.command())
        .containsExactly(
            "/usr/bin/env",
            "HADOOP_USER_NAME=quorate-hbase",
            "/java",
            "@" + cluster.nodeDirectory("node1").resolve("java.arguments"));
    assertThat(read(cluster, "node1", "java.arguments").lines())
        .contains(
            "\"-Xmx256m\"",
            "\"/my jars/a.jar:/b.jar:" + conf + "\"",
            "\"-Djdk.net.hosts.file=" + conf.resolve("hosts") + "\"")
        .endsWith("\"" + JavaOptions.REGION_SERVER_CLASS + "\"", "\"start\"")
        .as("a Java machine's own port for management would listen on all addresses")
        .noneMatch(argument -> argument.contains("jmxremote"));
    assertThat(read(cluster, "zookeeper", "java.arguments").lines())
        .endsWith(
            "\"" + JavaOptions.ZOOKEEPER_CLASS + "\"",
            "\"" + cluster.nodeDirectory("zookeeper").resolve("conf/zoo.cfg") + "\"");
    assertThat(cluster.services())
        .extracting(ServiceRecord::name)
        .containsExactly("zookeeper", "master");
    assertThat(read(cluster, "master", "conf/hosts")).startsWith("127.0.0.1 localhost");
  }

  @Test
  void logsAreBegunWithoutAsManyDataNodesAsOthersCanTakeThePlaceOf() throws Exception {
    String excluded = "hbase.regionserver.async.wal.max.exclude.datanode.count";
    assertThat(site(prepared(HBaseEngine.spec("demo").dataNodes(2)), "node1"))
        .containsEntry(excluded, "0");
    assertThat(site(prepared(HBaseEngine.spec("four").dataNodes(4), "another"), "node1"))
        .containsEntry(excluded, "1");
  }

  @Test
  void serversKeepTheirFilesInHdfsWhereThatIsAskedFor() throws Exception {
    ClusterRecord cluster =
        prepared(HBaseEngine.spec("demo").dataNodes(2).setting("dfs.replication", "1"));
    String root = "hdfs://127." + block(cluster) + ".1.202:8020";
    assertThat(cluster.services())
        .extracting(ServiceRecord::name)
        .containsExactly("zookeeper", "namenode", "datanode1", "datanode2", "master");
    for (String process : List.of("node1", "master")) {
      assertThat(site(cluster, process))
          .containsEntry("hbase.rootdir", root + "/hbase")
          .containsEntry("fs.defaultFS", root)
          .containsEntry("dfs.client.use.datanode.hostname", "true")
          .containsEntry("dfs.replication", "1")
          .containsEntry("dfs.namenode.lease-hard-limit-sec", "86400")
          .containsEntry("hbase.wal.provider", "asyncfs")
          .doesNotContainKey("fs.file.impl");
    }
    assertThat(properties(cluster, "namenode", HdfsConfiguration.FILE))
        .containsEntry("dfs.namenode.rpc-address", "127." + block(cluster) + ".1.202:8020")
        .containsEntry("dfs.namenode.http-address", "127." + block(cluster) + ".1.202:9870")
        .containsEntry("dfs.replication", "2")
        .containsEntry("dfs.heartbeat.interval", "1")
        .containsEntry("dfs.namenode.stale.datanode.interval", "5000")
        .containsEntry("dfs.namenode.lease-hard-limit-sec", "86400")
        .containsEntry(
            "dfs.namenode.name.dir", cluster.directory().resolve("namenode/data").toString());
    assertThat(properties(cluster, "datanode2", HdfsConfiguration.FILE))
        .containsEntry("fs.defaultFS", root)
        .containsEntry("dfs.datanode.hostname", "127." + block(cluster) + ".1.204")
        .containsEntry("dfs.datanode.address", "127." + block(cluster) + ".1.204:9876")
        .containsEntry("dfs.datanode.ipc.address", "127." + block(cluster) + ".1.204:9867")
        .containsEntry("dfs.datanode.http.address", "127." + block(cluster) + ".1.204:9864")
        .containsEntry(
            "dfs.datanode.data.dir", cluster.directory().resolve("datanode2/data").toString());
    assertThat(cluster.nodeDirectory("datanode2").resolve("conf/webapps/datanode")).exists();
    assertThat(read(cluster, "namenode", "format.arguments").lines())
        .endsWith(
            "\"" + JavaOptions.NAME_NODE_CLASS + "\"",
            "\"-format\"",
            "\"-force\"",
            "\"-nonInteractive\"");
    assertThat(read(cluster, "namenode", "java.arguments").lines())
        .endsWith("\"" + JavaOptions.NAME_NODE_CLASS + "\"");
  }

  @Test
  void aFolderThatHdfsWouldTakeForSeveralIsRefused() throws Exception {
    for (String folder : List.of("a,b", "a${user.name}")) {
      assertThatThrownBy(
              () -> prepared(HBaseEngine.spec("demo-" + folder.length()).dataNodes(1), folder))
          .isInstanceOf(EngineException.class)
          .hasMessageContaining(folder)
          .hasMessageContaining("choose another directory");
    }
    assertThat(prepared(HBaseEngine.spec("local"), "c,d").spec().dataNodes()).isZero();
  }

  @Test
  void aNameNodeIsFormattedOnceBeforeItServes() throws Exception {
    ClusterRecord cluster = prepared(HBaseEngine.spec("demo").dataNodes(1));
    List<String> command =
        cluster.services().stream()
            .filter(service -> service.name().equals("namenode"))
            .findFirst()
            .orElseThrow()
            .command();
    assertThat(command).startsWith("/usr/bin/env", "HADOOP_USER_NAME=quorate-hbase", "/bin/sh");
    // A program in Java's place that writes down what it was asked to do, and fails at first.
    Path calls = directory.resolve("calls");
    Path broken = directory.resolve("broken");
    Path java = directory.resolve("java of a test");
    Files.writeString(
        java, "#!/bin/sh\necho \"$1\" >> '" + calls + "'\n[ ! -f '" + broken + "' ]\n");
    assertThat(java.toFile().setExecutable(true)).isTrue();
    List<String> run =
        command.stream().map(word -> word.equals("/java") ? java.toString() : word).toList();
    Path folder = cluster.nodeDirectory("namenode");
    String format = "@" + folder.resolve("format.arguments");
    String serve = "@" + folder.resolve("java.arguments");

    Files.createFile(broken);
    assertThat(new ProcessBuilder(run).start().waitFor()).isNotZero();
    assertThat(Files.readAllLines(calls)).containsExactly(format);
    Files.delete(broken);
    assertThat(new ProcessBuilder(run).start().waitFor()).isZero();
    assertThat(new ProcessBuilder(run).start().waitFor()).isZero();
    assertThat(Files.readAllLines(calls)).containsExactly(format, format, serve, serve);
  }

  @Test
  void whatTheEngineChoosesOrNoPropertyIsCannotBeSet() {
    refused(Map.of("hbase.rootdir", "/elsewhere")).hasMessageContaining("hbase.rootdir");
    refused(Map.of("hbase.x</name>", "1")).hasMessageContaining("no name of a setting");
    refused(Map.of("hbase.x", "1\n2")).hasMessageContaining("more than one line");
  }

  @Test
  void aClusterThatHBaseCannotHaveIsRefused() {
    ClusterSpec ring = ClusterSpec.builder("demo", HBaseEngine.DEFAULT_VERSION).build();
    assertThatThrownBy(() -> servers.check(ring))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("no replication factor, tokens or pools");
    ClusterSpec centers =
        HBaseEngine.spec("demo")
            .dataCenters(List.of(new DataCenter("dc1", 1, 1), new DataCenter("dc2", 1, 1)))
            .build();
    assertThatThrownBy(() -> servers.check(centers)).hasMessageContaining("no data centres");
  }

  private static org.assertj.core.api.AbstractThrowableAssert<?, ?> refused(
      Map<String, String> settings) {
    return assertThatThrownBy(() -> SiteConfiguration.checkSettings(settings))
        .isInstanceOf(EngineException.class);
  }

  private ClusterRecord prepared(ClusterSpec.Builder spec) throws Exception {
    return prepared(spec, "my own");
  }

  private ClusterRecord prepared(ClusterSpec.Builder spec, String folder) throws Exception {
    ClusterSpec wanted = spec.build();
    ClusterRecord claimed =
        new ClusterRegistry(directory.resolve("clusters"))
            .claim(wanted, HBaseEngine.STORE, directory.resolve(folder), servers.ports(wanted));
    return servers.prepare(claimed, Path.of("/java"), JARS);
  }

  private static String block(ClusterRecord cluster) {
    String address = cluster.nodes().get(0).addresses().storage().getAddress().getHostAddress();
    return address.split("\\.", -1)[1];
  }

  private static String read(ClusterRecord cluster, String process, String file)
      throws IOException {
    return Files.readString(cluster.nodeDirectory(process).resolve(file));
  }

  private static Map<String, String> site(ClusterRecord cluster, String process) throws Exception {
    return properties(cluster, process, SiteConfiguration.FILE);
  }

  private static Map<String, String> properties(ClusterRecord cluster, String process, String name)
      throws Exception {
    Path file = cluster.nodeDirectory(process).resolve("conf").resolve(name);
    NodeList properties =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(file.toFile())
            .getElementsByTagName("property");
    Map<String, String> site = new HashMap<>();
    for (int index = 0; index < properties.getLength(); index++) {
      Element property = (Element) properties.item(index);
      site.put(
          property.getElementsByTagName("name").item(0).getTextContent(),
          property.getElementsByTagName("value").item(0).getTextContent());
    }
    return site;
  }
}
