package org.quorate.cassandra.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.session.Request;
import com.datastax.oss.driver.api.core.type.reflect.GenericType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

class ForwardingCqlSessionTest {
  private final List<Method> asked = new ArrayList<>();
  private Object answer = Optional.empty();

  private final CqlSession delegate =
      (CqlSession)
          Proxy.newProxyInstance(
              CqlSession.class.getClassLoader(),
              new Class<?>[] {CqlSession.class},
              (proxy, method, arguments) -> {
                asked.add(method);
                return answer;
              });

  private final ForwardingCqlSession session =
      new ForwardingCqlSession(delegate) {
        @Override
        public <RequestT extends Request, ResultT> ResultT execute(
            RequestT request, GenericType<ResultT> resultType) {
          throw new UnsupportedOperationException();
        }

        @Override
        public CompletionStage<Void> closeAsync() {
          throw new UnsupportedOperationException();
        }

        @Override
        public CompletionStage<Void> forceCloseAsync() {
          throw new UnsupportedOperationException();
        }
      };

  @Test
  void whatSendsNothingIsAnsweredAsByTheApplicationsOwnSession() throws Exception {
    List<Method> methods =
        List.of(ForwardingCqlSession.class.getDeclaredMethods()).stream()
            .filter(each -> Modifier.isPublic(each.getModifiers()) && !each.isSynthetic())
            .toList();
    assertThat(methods).hasSizeGreaterThan(9);
    for (Method method : methods) {
      answer = answerOf(method.getReturnType());
      Object[] arguments = new Object[method.getParameterCount()];
      assertThat(method.invoke(session, arguments)).as(method.getName()).isEqualTo(answer);
      assertThat(asked.get(asked.size() - 1).getName()).isEqualTo(method.getName());
    }
    assertThat(asked).hasSameSizeAs(methods);
  }

  @SuppressWarnings("FutureReturnValueIgnored") // It is compared only.
  private static Object answerOf(Class<?> type) {
    if (type == String.class) {
      return "the application's";
    }
    if (type == boolean.class) {
      return true;
    }
    if (type == Optional.class) {
      return Optional.of(new Object());
    }
    if (type == CompletionStage.class) {
      return new CompletableFuture<>();
    }
    return Proxy.newProxyInstance(
        type.getClassLoader(),
        new Class<?>[] {type},
        (proxy, method, arguments) ->
            method.getName().equals("equals") ? proxy == arguments[0] : null);
  }

  /** The driver has no way to another session behind one; were there one, it had to be ours too. */
  @Test
  void theDriverHasNothingThatUnwraps() {
    assertThat(CqlSession.class.getMethods())
        .extracting(Method::getName)
        .isNotEmpty()
        .doesNotContain("unwrap");
  }
}
