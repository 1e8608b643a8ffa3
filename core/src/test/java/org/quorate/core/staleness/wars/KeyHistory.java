package org.quorate.core.staleness.wars;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;

/**
 * One key written and read at random moments, version after version: what {@link StaleAges#rate} is
 * the rate of. Every replica may coordinate, and a read asks its coordinator first.
 */
final class KeyHistory {
  private final int replicas;
  private final int writeReplicas;
  private final Leg leg;
  private final SplittableRandom random;
  private final Deque<Version> versions = new ArrayDeque<>();

  /** Reads that missed the newest completed version, whether or not a newer one was there. */
  int missed;

  /** Of those, the ones that met no newer version either. */
  int stale;

  /** The ages of the version that was missed. */
  double[] ages = new double[0];

  /** How long a request takes to a replica and back that waits for no other. */
  double client;

  private record Version(double sent, double completed, List<Double> arrived) {}

  KeyHistory(int replicas, int writeReplicas, Leg leg, long seed) {
    this.replicas = replicas;
    this.writeReplicas = writeReplicas;
    this.leg = leg;
    this.random = new SplittableRandom(seed);
  }

  void run(double writesPerSecond, double readsPerSecond, int readReplicas, int reads) {
    double[] found = new double[reads];
    double nextWrite = 0;
    double now = 0;
    for (int i = 0; i < reads; i++) {
      now += exponential(readsPerSecond);
      // So far ahead that whatever completes before the read is known.
      while (nextWrite < now + 1) {
        versions.addLast(version(nextWrite));
        nextWrite += exponential(writesPerSecond);
      }
      while (versions.size() > 2 && versions.getFirst().sent() < now - 20 / writesPerSecond) {
        versions.removeFirst();
      }
      found[missed] = read(now, readReplicas);
      missed += found[missed] >= 0 ? 1 : 0;
    }
    ages = Arrays.copyOf(found, missed);
  }

  /** The age of the version that the read missed, or -1. */
  private double read(double now, int readReplicas) {
    Version newest = null;
    for (Version each : versions) {
      if (each.completed() < now && (newest == null || each.completed() > newest.completed())) {
        newest = each;
      }
    }
    boolean met = newest == null;
    boolean newer = false;
    int coordinator = random.nextInt(replicas);
    for (int i = 0; newest != null && i < readReplicas; i++) {
      int replica = (coordinator + i) % replicas;
      double there = now + client / 2 + (i == 0 ? 0 : leg.draw(random));
      met |= newest.arrived().get(replica) <= there;
      for (Version each : versions) {
        newer |= each.sent() > newest.sent() && each.arrived().get(replica) <= there;
      }
    }
    stale += met || newer ? 0 : 1;
    return met ? -1 : now - newest.completed();
  }

  private Version version(double sent) {
    int coordinator = random.nextInt(replicas);
    double[] arrived = new double[replicas];
    double[] acknowledged = new double[replicas];
    for (int i = 0; i < replicas; i++) {
      arrived[i] = sent + (i == coordinator ? 0 : leg.draw(random));
      acknowledged[i] = arrived[i] + (i == coordinator ? 0 : leg.draw(random));
    }
    Arrays.sort(acknowledged);
    return new Version(
        sent,
        acknowledged[writeReplicas - 1] + client / 2,
        Arrays.stream(arrived).boxed().toList());
  }

  private double exponential(double rate) {
    return -Math.log(1 - random.nextDouble()) / rate;
  }
}
