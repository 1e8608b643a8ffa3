package org.quorate.cassandra.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PrepareRequest;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.session.Request;
import com.datastax.oss.driver.internal.core.cql.DefaultPrepareRequest;
import java.lang.reflect.Proxy;
import org.junit.jupiter.api.Test;

final class RequestKindTest {
  @Test
  void tellsWhichInterfaceARequestIsOf() {
    SimpleStatement simple = SimpleStatement.newInstance("SELECT v FROM shop.carts WHERE id = 1");
    assertThat(RequestKind.of(simple)).isEqualTo(SimpleStatement.class);
    assertThat(RequestKind.of(new DefaultPrepareRequest(simple))).isEqualTo(PrepareRequest.class);
    assertThat(RequestKind.of(new LevelledPrepareRequest(new DefaultPrepareRequest(simple), null)))
        .isEqualTo(PrepareRequest.class);
    assertThat(RequestKind.of(BatchStatement.newInstance(BatchType.LOGGED)))
        .isEqualTo(BatchStatement.class);
  }

  @Test
  void knowsWrappersOfOtherLibraries() {
    assertThat(RequestKind.of(wrapper(BoundStatement.class))).isEqualTo(BoundStatement.class);
    assertThat(RequestKind.of(wrapper(Request.class))).isEqualTo(Request.class);
  }

  private static Request wrapper(Class<? extends Request> kind) {
    return (Request)
        Proxy.newProxyInstance(
            kind.getClassLoader(),
            new Class<?>[] {kind},
            (proxy, method, arguments) -> {
              throw new UnsupportedOperationException();
            });
  }
}
