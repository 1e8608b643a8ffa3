package org.quorate.lab.backend.cassandra;

import com.datastax.oss.driver.api.core.metadata.Node;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.BiFunction;
import org.quorate.lab.store.LaneStores;
import org.quorate.lab.store.cassandra.CassandraConnection;
import org.quorate.lab.store.cassandra.CassandraStore;
import org.quorate.lab.store.cassandra.ClientCoordinator;
import org.quorate.study.plan.Coordinators;
import org.quorate.study.plan.LoadShape;
import org.quorate.study.plan.RunSettings;

/**
 * The lanes that a run is sent by: one for each of its processes. With {@linkplain
 * Coordinators#RANDOM random coordinators} each lane has one of its own, and a closed loop a lane
 * for each of its clients; the operations of an open loop are no client's, so there it is the
 * process that keeps to one. Stateless.
 */
final class RunLanes {
  private RunLanes() {}

  /**
   * A run's lanes.
   *
   * @param through by which the run's requests are sent
   * @param processes what each process sends to, at most as many as the run has clients
   */
  static LaneStores of(
      RunSettings run, CassandraConnection through, List<CassandraStore> processes) {
    Collection<Node> nodes = through.session().getMetadata().getNodes().values();
    return LaneStores.given(
        lanes(
            run,
            processes,
            (store, client) -> store.by(ClientCoordinator.draw(nodes, run.seed(), client))));
  }

  /**
   * The same of whatever a process sends to.
   *
   * @param by gives a client of a process, from 0 over all processes, a coordinator of its own
   */
  static <S extends T, T> List<T> lanes(
      RunSettings run, List<S> processes, BiFunction<S, Integer, T> by) {
    if (run.coordinators() != Coordinators.RANDOM) {
      return List.copyOf(processes);
    }
    int clients =
        run.load() instanceof LoadShape.Closed closed ? closed.threads() : processes.size();
    List<T> lanes = new ArrayList<>();
    for (int client = 0; client < clients; client++) {
      // The first of P processes has the first P-th of the clients, and so on.
      int process = ((client + 1) * processes.size() - 1) / clients;
      lanes.add(by.apply(processes.get(process), client));
    }
    return lanes;
  }
}
