package org.quorate.lab.hbase;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.quorate.lab.engine.EngineException;
import org.quorate.lab.engine.NodeState;
import org.quorate.lab.engine.RunningNode;
import org.quorate.lab.process.ControlGroup;

/** A server of which only the process can be ended and started. */
final class FakeNode implements RunningNode {
  private final int index;
  private final Consumer<String> told;
  private volatile boolean running = true;

  /** Starts that fail before one succeeds. */
  final AtomicInteger failingStarts = new AtomicInteger();

  FakeNode(int index, Consumer<String> told) {
    this.index = index;
    this.told = told;
  }

  @Override
  public String name() {
    return "node" + index;
  }

  @Override
  public NodeState state() {
    return running ? NodeState.READY : NodeState.STOPPED;
  }

  @Override
  public void stop() {
    running = false;
    told.accept("stop " + name());
  }

  @Override
  public void restart() throws EngineException {
    if (failingStarts.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
      throw new EngineException(name() + " did not become ready.");
    }
    running = true;
    told.accept("start " + name());
  }

  @Override
  public void begin(List<String> javaOptions) throws EngineException {
    restart();
  }

  @Override
  public void awaitReady() {}

  @Override
  public int index() {
    return index;
  }

  @Override
  public String dataCenter() {
    return "dc1";
  }

  @Override
  public String rack() {
    return "rack1";
  }

  @Override
  public InetSocketAddress clientAddress() {
    throw new UnsupportedOperationException();
  }

  @Override
  public InetSocketAddress storageAddress() {
    throw new UnsupportedOperationException();
  }

  @Override
  public InetSocketAddress advertisedStorageAddress() {
    throw new UnsupportedOperationException();
  }

  @Override
  public OptionalInt host() {
    return OptionalInt.empty();
  }

  @Override
  public void moveTo(int host) {
    throw new UnsupportedOperationException();
  }

  @Override
  public int managementPort() {
    throw new UnsupportedOperationException();
  }

  @Override
  public long processId() {
    // None: any other number may be that of a process of this machine.
    return 0;
  }

  @Override
  public void kill() {
    stop();
  }

  @Override
  public void pause() {
    throw new UnsupportedOperationException();
  }

  @Override
  public void resume() {
    throw new UnsupportedOperationException();
  }

  @Override
  public Duration processorTime() {
    return Duration.ZERO;
  }

  @Override
  public Optional<ControlGroup> group() {
    return Optional.empty();
  }

  @Override
  public long residentMemory() {
    return 0;
  }

  @Override
  public Path log() {
    return Path.of(name() + ".log");
  }

  @Override
  public List<String> lastLogLines(int count) {
    return List.of();
  }
}
