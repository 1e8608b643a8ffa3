package org.quorate.lab.cassandra.rest;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Nodes of which only is known what a rest is about: whether each has a process, clients, and all
 * writes. Holds that none has clients that lacks any, and that nothing is asked of a node that it
 * could not do. The controller can be killed before and after each action.
 */
final class ModelNodes implements NodeActions {
  /** The controller's end, which no code survives. */
  static final class Killed extends Error {
    private static final long serialVersionUID = 1L;
  }

  private static final class Node {
    boolean running = true;
    boolean clients = true;
    boolean drained;
    boolean seen = true;
    boolean lacks;
    int process = 1;
  }

  private final Map<String, Node> nodes = new HashMap<>();
  private final Map<String, Set<String>> kept = new HashMap<>();

  /** What was done, as {@code drain node4}. */
  final List<String> done = new ArrayList<>();

  /** Moments until the controller is killed. */
  int left = Integer.MAX_VALUE;

  ModelNodes(List<String> names) {
    names.forEach(name -> nodes.put(name, new Node()));
  }

  private Node node(String name) {
    return requireNonNull(nodes.get(name), name);
  }

  private void moment() {
    if (left-- == 0) {
      throw new Killed();
    }
  }

  private void act(String what, String name, Runnable effect) {
    moment();
    effect.run();
    done.add(what + " " + name);
    moment();
  }

  boolean isAwake(String name) {
    Node node = node(name);
    return node.running && node.clients && !node.lacks && !node.drained;
  }

  boolean isAtRest(String name) {
    return !node(name).running;
  }

  void crash(String name) {
    node(name).running = false;
    node(name).clients = false;
    node(name).lacks = true;
    node(name).seen = false;
  }

  void keeps(String name, Set<String> hintsFor) {
    kept.put(name, hintsFor);
  }

  @Override
  public boolean isRunning(String name) {
    return node(name).running;
  }

  @Override
  public void refuseClients(String name) {
    act(
        "refuse",
        name,
        () -> {
          assertThat(node(name).running).isTrue();
          node(name).clients = false;
        });
  }

  @Override
  public void drain(String name) {
    act(
        "drain",
        name,
        () -> {
          assertThat(node(name).running).isTrue();
          assertThat(node(name).clients).as("clients of a node that is drained").isFalse();
          node(name).drained = true;
          node(name).lacks = true;
          node(name).seen = false;
        });
  }

  @Override
  public Set<String> keptHints(String name) {
    return kept.getOrDefault(name, Set.of());
  }

  @Override
  public void stop(String name) {
    act(
        "stop",
        name,
        () -> {
          assertThat(node(name).clients).as("clients of a node that is stopped").isFalse();
          crash(name);
        });
  }

  @Override
  public void begin(String name) {
    act(
        "begin",
        name,
        () -> {
          assertThat(node(name).running).isFalse();
          node(name).running = true;
          node(name).drained = false;
          node(name).process++;
        });
  }

  @Override
  public void awaitSeen(String name) {
    act(
        "seen",
        name,
        () -> {
          assertThat(node(name).running).isTrue();
          assertThat(node(name).drained).as("a drained node is never seen again").isFalse();
          node(name).seen = true;
        });
  }

  @Override
  public void awaitHints(Set<String> names) {
    for (String name : names) {
      act(
          "hints",
          name,
          () -> {
            assertThat(node(name).seen).isTrue();
            node(name).lacks = false;
          });
    }
  }

  @Override
  public void repair(String name) {
    act("repair", name, () -> assertThat(node(name).clients).isFalse());
  }

  @Override
  public void admitClients(String name) {
    act(
        "admit",
        name,
        () -> {
          assertThat(node(name).running).isTrue();
          assertThat(node(name).drained).isFalse();
          assertThat(node(name).lacks).as("a node that lacks writes has no clients").isFalse();
          node(name).clients = true;
        });
  }

  @Override
  public Map<String, String> processes(Set<String> except) {
    Map<String, String> processes = new HashMap<>();
    Set<String> names = new HashSet<>(nodes.keySet());
    names.removeAll(except);
    names.stream()
        .filter(this::isRunning)
        .forEach(name -> processes.put(name, "1@" + node(name).process));
    return processes;
  }
}
