package org.quorate.spring;

import com.datastax.oss.driver.api.core.CqlSession;
import java.lang.reflect.Proxy;
import java.util.List;
import org.quorate.cassandra.metric.Metric;
import org.quorate.cassandra.session.AdaptiveSession;

/** Sessions that are there, and nothing more: wiring asks them for no more than their metrics. */
final class StandInSession {
  private StandInSession() {}

  static AdaptiveSession adaptive(Metric... metrics) {
    return of(AdaptiveSession.class, metrics);
  }

  static CqlSession plain() {
    return of(CqlSession.class);
  }

  private static <S extends CqlSession> S of(Class<S> type, Metric... metrics) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) ->
                switch (method.getName()) {
                  case "metrics" -> List.of(metrics);
                  case "toString" -> "a session that is not one";
                  case "hashCode" -> System.identityHashCode(self);
                  case "equals" -> self == arguments[0];
                  default -> null;
                }));
  }
}
