package org.quorate.cli.study;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.quorate.cli.console.CommandFailure;
import org.quorate.cli.console.ExitStatus;
import org.quorate.cli.console.Invocation;
import org.quorate.lab.host.HostStores;
import org.quorate.lab.host.LoadHost;
import org.quorate.lab.remote.CassandraHostStores;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "load-host",
    description = {
      "Sends a share of the load of a study that runs on another computer.",
      "Such a study starts this by itself, as remote: load-hosts of its --on file says. Both speak"
          + " over standard input and output, so nothing else may be written there, and this ends"
          + " when its input does."
    },
    footer = {
      "",
      "Example:",
      "  quorate study run consistency-energy --on rack7.yaml",
      "      where rack7.yaml has, under remote:",
      "        load-hosts: {load1: [ssh, load1, /opt/quorate/quorate, load-host]}"
    })
public final class SendLoad implements Callable<Integer> {
  private final Invocation invocation;

  @Option(
      names = "--driver-config",
      paramLabel = "FILE",
      description =
          "Configuration of the Cassandra driver on this computer (application.conf), for TLS and"
              + " authentication.")
  private @Nullable Path driverConfiguration;

  public SendLoad(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() throws CommandFailure, InterruptedException {
    Path configuration = driverConfiguration;
    if (configuration != null && !Files.isReadable(configuration)) {
      throw new CommandFailure(
          ExitStatus.WRONG_INPUT,
          "The file " + configuration + " cannot be read; correct --driver-config.");
    }
    invocation.tell("Waiting for what a study asks on standard input.");
    try (HostStores stores = new CassandraHostStores(configuration);
        FileInputStream in = new FileInputStream(FileDescriptor.in);
        FileOutputStream out = new FileOutputStream(FileDescriptor.out)) {
      LoadHost.serve(in, out, stores);
      return ExitStatus.OK;
    } catch (IOException e) {
      throw new CommandFailure(
          ExitStatus.WRONG_INPUT,
          "The study is not understood: " + e.getMessage() + "; use one version on both sides.");
    }
  }
}
