package org.quorate.study.fault;

/** One thing that is done to a cluster, or to what it is sent, in the middle of a run. */
public sealed interface Fault permits NodeFault, LinkFault, LoadFault, HintsFault, HintWindowFault {
  /** What is done, in the word of study files, such as {@code kill}. */
  String kind();

  /** What it is done to, or how, likewise: {@code node3}, {@code node1 -> node3}, {@code x2}. */
  String target();

  /** Both, as a study file writes them: {@code kill node3}. */
  default String text() {
    return kind() + " " + target();
  }
}
