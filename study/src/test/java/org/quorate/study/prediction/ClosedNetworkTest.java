package org.quorate.study.prediction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.quorate.study.prediction.ClosedNetwork.Stations;

/** Mean value analysis against what is known in closed form. */
final class ClosedNetworkTest {
  private static final Offset<Double> EXACT = within(1e-9);

  @Test
  void aClientThatIsAloneWaitsForNobody() {
    ClosedNetwork network =
        new ClosedNetwork(0.5, List.of(new Stations(2, 0.1), new Stations(1, 0.3)));

    assertThat(network.throughput(1)).isEqualTo(1 / (0.5 + 0.2 + 0.3), EXACT);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 40})
  void aBalancedNetworkHasItsClosedForm(int clients) {
    for (int stations = 1; stations <= 6; stations++) {
      ClosedNetwork network = new ClosedNetwork(0, List.of(new Stations(stations, 0.02)));

      assertThat(network.throughput(clients))
          .isEqualTo(clients / (0.02 * (clients + stations - 1)), EXACT);
    }
  }

  /** One repairman: p0 is one over the sum of N!/(N-k)! (D/Z)^k, X is (1 - p0)/D. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 20})
  void oneStationIsTheRepairmanOfMachines(int clients) {
    double delay = 0.9;
    double demand = 0.1;
    double sum = 0;
    double term = 1;
    for (int k = 0; k <= clients; k++) {
      sum += term;
      term *= (clients - k) * demand / delay;
    }
    ClosedNetwork network = new ClosedNetwork(delay, List.of(new Stations(1, demand)));

    assertThat(network.throughput(clients)).isEqualTo((1 - 1 / sum) / demand, EXACT);
  }

  @Test
  void manyClientsGetWhatTheBusiestStationCanDo() {
    ClosedNetwork network =
        new ClosedNetwork(1, List.of(new Stations(3, 0.01), new Stations(1, 0.04)));

    assertThat(network.throughput(2000)).isEqualTo(25, within(1e-6));
    for (int clients = 1; clients < 100; clients++) {
      assertThat(network.throughput(clients)).isLessThanOrEqualTo(Math.min(25, clients / 1.07));
    }
  }

  /** The normalising constants of the product form, by Buzen's convolution; seed 1. */
  @Test
  void randomNetworksHaveTheThroughputOfTheirProductForm() {
    SplittableRandom random = new SplittableRandom(1);
    for (int trial = 0; trial < 200; trial++) {
      double delay = random.nextInt(3) == 0 ? 0 : random.nextDouble();
      List<Stations> stations = new ArrayList<>();
      for (int group = 0; group <= random.nextInt(3); group++) {
        stations.add(new Stations(1 + random.nextInt(4), 0.01 + random.nextDouble() / 5));
      }
      int clients = 1 + random.nextInt(25);

      assertThat(new ClosedNetwork(delay, stations).throughput(clients))
          .isEqualTo(byConvolution(delay, stations, clients), within(1e-7));
    }
  }

  private static double byConvolution(double delay, List<Stations> stations, int clients) {
    double[] constants = new double[clients + 1];
    constants[0] = 1;
    for (int n = 1; n <= clients; n++) {
      constants[n] = constants[n - 1] * delay / n;
    }
    for (Stations group : stations) {
      for (int station = 0; station < group.count(); station++) {
        for (int n = 1; n <= clients; n++) {
          constants[n] += group.demand() * constants[n - 1];
        }
      }
    }
    return constants[clients - 1] / constants[clients];
  }

  @Test
  void whatIsNoNetworkIsRefused() {
    assertThatThrownBy(() -> new ClosedNetwork(0, List.of(new Stations(1, 0))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("takes some time");
    assertThatThrownBy(() -> new ClosedNetwork(-1, List.of(new Stations(1, 2))))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Stations(0, 1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Stations(1, Double.NaN))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new ClosedNetwork(1, List.of()).throughput(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at least one client");
  }
}
