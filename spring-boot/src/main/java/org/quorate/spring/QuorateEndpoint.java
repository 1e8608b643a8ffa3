package org.quorate.spring;

import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.control.LevelController;
import org.quorate.cassandra.management.LevelSwitch;
import org.quorate.cassandra.table.TableName;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;

/**
 * The endpoint {@code quorate} of the actuator, over HTTP alone: for JMX there is {@link
 * org.quorate.cassandra.management.LevelSwitchMXBean}. It tells levels and why, and pins them; it
 * tells no setting that is secret, and sends nothing to the cluster. Who may ask is for the
 * application to say, as of every endpoint. Thread-safe.
 *
 * <p>What is asked wrongly gets a sentence that says what is right ({@link Problem}) and status
 * 400; a table that is not minded 404; a pin that cannot hold 409.
 */
@WebEndpoint(id = "quorate")
public final class QuorateEndpoint {
  /** No statement that is longer is explained. */
  static final int LONGEST_STATEMENT = 4096;

  private static final int CONFLICT = 409;

  private final LevelController levels;
  private final LevelSwitch levelSwitch;

  /** Of the levels of one session. */
  public QuorateEndpoint(LevelController levels) {
    this.levels = levels;
    this.levelSwitch = new LevelSwitch(levels);
  }

  /**
   * What was wrong with a request.
   *
   * @param problem one sentence
   */
  public record Problem(String problem) {}

  /**
   * How all tables stand: a {@link ReadLevelsReport}. With a statement, which level that would get
   * if it were sent now, and why: a {@link StatementExplanation}.
   *
   * @param statement in CQL, with its values in its text or with markers in their place; it is not
   *     sent
   */
  @ReadOperation
  public WebEndpointResponse<Object> look(@Nullable String statement) {
    if (statement == null) {
      return answer(ReadLevelsReport.of(levels));
    }
    if (statement.isBlank() || statement.length() > LONGEST_STATEMENT) {
      return problem(
          WebEndpointResponse.STATUS_BAD_REQUEST,
          "A statement that is to be explained has 1 to "
              + LONGEST_STATEMENT
              + " characters, but this one has "
              + statement.strip().length()
              + ".");
    }
    return tried(
        () ->
            answer(
                StatementExplanation.of(levels.explain(SimpleStatement.newInstance(statement)))));
  }

  /**
   * How one table stands: a {@link ReadLevelsReport.Table}.
   *
   * @param table with its keyspace, such as {@code shop.carts}
   */
  @ReadOperation
  public WebEndpointResponse<Object> table(@Selector String table) {
    return ofMinded(
        table, name -> answer(levels.status(name).map(ReadLevelsReport.Table::of).orElseThrow()));
  }

  /**
   * Pins a table's reads, in whatever mode.
   *
   * @param table with its keyspace
   * @param level such as {@code QUORUM}
   */
  @WriteOperation
  public WebEndpointResponse<Object> pin(@Selector String table, String level) {
    return ofMinded(
        table,
        name -> {
          levelSwitch.pin(name.toCql(), level);
          return answer(levels.status(name).map(ReadLevelsReport.Table::of).orElseThrow());
        });
  }

  /**
   * Releases a table's reads.
   *
   * @param table with its keyspace
   */
  @DeleteOperation
  public WebEndpointResponse<Object> release(@Selector String table) {
    return ofMinded(
        table,
        name -> {
          levelSwitch.release(name.toCql());
          return new WebEndpointResponse<>(WebEndpointResponse.STATUS_NO_CONTENT);
        });
  }

  /**
   * Switches all tables.
   *
   * @param mode {@code observe}, {@code adapt} or {@code off}
   */
  @WriteOperation
  public WebEndpointResponse<Object> mode(String mode) {
    return tried(
        () -> {
          levelSwitch.setMode(mode);
          return answer(ReadLevelsReport.of(levels));
        });
  }

  private WebEndpointResponse<Object> ofMinded(
      String table, Function<TableName, WebEndpointResponse<Object>> doing) {
    return tried(
        () -> {
          TableName name = TableName.parse(table);
          return levels.status(name).isPresent()
              ? doing.apply(name)
              : problem(
                  WebEndpointResponse.STATUS_NOT_FOUND, "The table " + name + " is not opted in.");
        });
  }

  private static WebEndpointResponse<Object> tried(Supplier<WebEndpointResponse<Object>> doing) {
    try {
      return doing.get();
    } catch (IllegalArgumentException e) {
      return problem(WebEndpointResponse.STATUS_BAD_REQUEST, sentence(e));
    } catch (IllegalStateException e) {
      return problem(CONFLICT, sentence(e));
    }
  }

  private static String sentence(RuntimeException failure) {
    String message = failure.getMessage();
    return message == null ? failure.toString() : message;
  }

  private static WebEndpointResponse<Object> answer(Object body) {
    return new WebEndpointResponse<>(body);
  }

  private static WebEndpointResponse<Object> problem(int status, String sentence) {
    return new WebEndpointResponse<>(new Problem(sentence), status);
  }
}
