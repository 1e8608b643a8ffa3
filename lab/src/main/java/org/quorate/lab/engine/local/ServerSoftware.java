package org.quorate.lab.engine.local;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.quorate.lab.artifact.Artifact;
import org.quorate.lab.engine.ClusterRecord;
import org.quorate.lab.engine.ClusterSpec;
import org.quorate.lab.engine.EngineException;
import org.quorate.lab.engine.MemorySize;
import org.quorate.lab.engine.StorePorts;
import org.quorate.lab.link.LinkTraffic;

/**
 * The servers of one kind of store: what they consist of, need and listen on, how they are
 * configured, and how they show that they are ready. The {@link LocalEngine} does the rest. The
 * lock of a version's jars is the resource {@code STORE-VERSION.lock} beside the class; a version
 * without one is resolved and locked on its first use.
 */
public interface ServerSoftware {
  /** The name of the store in records, of its jars and of its locks, as {@code cassandra}. */
  String store();

  /** The name of the store for people, as {@code Cassandra}. */
  String title();

  /**
   * What the server is, and whose run-time dependencies are its class path.
   *
   * @throws IllegalArgumentException when this can be no version of it
   */
  Artifact artifact(String version);

  /** The feature versions of Java that the servers run on. */
  List<Integer> javaVersions();

  /** Where the servers listen, and which services this cluster needs beside its nodes. */
  StorePorts ports(ClusterSpec spec);

  /** What the links of a relayed cluster carry. */
  LinkTraffic traffic();

  /** What a node needs beside its heap, at least. */
  MemorySize besideHeap();

  /** What the services of this cluster need together, in bytes; 0 where there are none. */
  long serviceBytes(ClusterSpec spec);

  /** What each node of this cluster needs of the disk, at least. */
  MemorySize diskPerNode(ClusterSpec spec);

  /**
   * Refuses a cluster that this store cannot have.
   *
   * @throws EngineException in one sentence for the user
   */
  void check(ClusterSpec spec) throws EngineException;

  /**
   * Writes all files that the processes need to start.
   *
   * @param claimed the cluster, whose folders exist and hold nothing but logs
   * @param java the program that runs them
   * @param classPath the server's jars
   * @return the cluster with the command of every node and service
   * @throws EngineException when the store cannot keep its files there, in one sentence for the
   *     user
   */
  ClusterRecord prepare(ClusterRecord claimed, Path java, List<Path> classPath)
      throws IOException, EngineException;

  /** How the nodes of this cluster show that they are ready. */
  Readiness readiness(ClusterRecord cluster);
}
