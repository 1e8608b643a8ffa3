package org.quorate.cassandra.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.quorate.cassandra.control.EvidenceStanding;
import org.quorate.cassandra.control.ExchangedEvidence;
import org.quorate.cassandra.metric.Metric;
import org.quorate.cassandra.table.TableName;

class EvidenceMetricsTest {
  private static List<Metric> metrics(EvidenceStanding standing) {
    return EvidenceMetrics.of(
        new ExchangedEvidence(Map.of(new TableName("shop", "carts"), standing), 1, 2, 3, 4, 5));
  }

  @Test
  void namesAndTagsAreTheSameBeforeAnybodyIsHeard() {
    Function<Metric, String> named = metric -> metric.name() + metric.tags();
    List<Metric> after = metrics(new EvidenceStanding(18, 1, 2.5, true));
    assertThat(after)
        .extracting(named)
        .containsExactlyElementsOf(metrics(EvidenceStanding.NOBODY).stream().map(named).toList())
        .doesNotHaveDuplicates();
    assertThat(after).extracting(Metric::value).containsExactly(1.0, 2.0, 3.0, 18.0, 1.0, 2.5, 1.0);
    assertThat(metrics(EvidenceStanding.NOBODY))
        .extracting(Metric::value)
        .containsExactly(1.0, 2.0, 3.0, 0.0, 0.0, Double.NaN, 0.0);
  }
}
