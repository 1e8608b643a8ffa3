package org.quorate.cassandra.management;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import javax.management.InstanceAlreadyExistsException;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.quorate.cassandra.control.LevelController;
import org.quorate.cassandra.control.LevelCost;
import org.quorate.cassandra.control.TableStatus;
import org.quorate.cassandra.level.DriverLevels;
import org.quorate.cassandra.setting.Mode;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.level.Level;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The management bean of one session, and what other switches, such as an HTTP endpoint, are made
 * of. Thread-safe.
 */
public final class LevelSwitch implements LevelSwitchMXBean {
  private static final Logger LOG = LoggerFactory.getLogger(LevelSwitch.class);
  private static final int MOST_OF_ONE_NAME = 1000;

  private final LevelController levels;

  /** Registers nothing. */
  public LevelSwitch(LevelController levels) {
    this.levels = levels;
  }

  /**
   * Registers a bean. An application without management goes on without it.
   *
   * @param session the session's name; where several have it, the later ones' beans have a number
   *     too
   * @return takes it away again
   */
  public static Runnable register(LevelController levels, String session) {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    try {
      ObjectName name = register(server, new LevelSwitch(levels), session);
      return () -> unregister(server, name);
    } catch (JMException | RuntimeException e) {
      LOG.warn("The levels of session {} cannot be switched by JMX: {}.", session, e.toString());
      return () -> {};
    }
  }

  private static ObjectName register(MBeanServer server, LevelSwitch bean, String session)
      throws JMException {
    String first = "org.quorate:type=LevelSwitch,session=" + ObjectName.quote(session);
    for (int number = 1; ; number++) {
      ObjectName name = new ObjectName(number == 1 ? first : first + ",number=" + number);
      try {
        server.registerMBean(bean, name);
        return name;
      } catch (InstanceAlreadyExistsException taken) {
        if (number == MOST_OF_ONE_NAME) {
          throw taken;
        }
      }
    }
  }

  private static void unregister(MBeanServer server, ObjectName name) {
    try {
      server.unregisterMBean(name);
    } catch (InstanceNotFoundException gone) {
      // Closed twice.
    } catch (JMException e) {
      LOG.warn("The bean {} cannot be taken away: {}.", name, e.toString());
    }
  }

  @Override
  public String getMode() {
    return levels.mode().name();
  }

  @Override
  public void setMode(String mode) {
    try {
      levels.mode(Mode.valueOf(mode.toUpperCase(Locale.ROOT)));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "\"" + mode + "\" is no mode; choose among " + Arrays.toString(Mode.values()) + ".", e);
    }
  }

  @Override
  public List<String> getTables() {
    return levels.status().stream().map(LevelSwitch::line).toList();
  }

  private static String line(TableStatus table) {
    return table.table()
        + " "
        + table.level()
        + (table.pinned() ? " (pinned)" : "")
        + ": "
        + table.reason()
        + " Costs: "
        + table.costs().stream().map(LevelCost::toString).collect(Collectors.joining("; "))
        + ".";
  }

  @Override
  public List<String> getFreshness() {
    return levels.status().stream()
        .map(table -> table.table() + ": " + table.freshness().sentence())
        .toList();
  }

  @Override
  public List<String> getErrorBudgets() {
    return levels.status().stream()
        .flatMap(
            table ->
                table.budget().stream().map(budget -> table.table() + ": " + budget.sentence()))
        .toList();
  }

  @Override
  public List<String> getReplicas() {
    return levels.replicas().values().stream()
        .map(replica -> replica.name() + " " + replica.state() + ": " + replica.reason())
        .sorted()
        .toList();
  }

  @Override
  public void declareRepaired(String node) {
    levels.declareRepaired(node);
  }

  @Override
  public void pin(String table, String level) {
    levels.pin(TableName.parse(table), level(level));
  }

  @Override
  public void release(String table) {
    levels.pin(TableName.parse(table), null);
  }

  @Override
  public void pinAll(String level) {
    Level chosen = level(level);
    levels.status().forEach(table -> levels.pin(table.table(), chosen));
  }

  @Override
  public void releaseAll() {
    levels.status().forEach(table -> levels.pin(table.table(), null));
  }

  private static Level level(String text) {
    return DriverLevels.toLevel(text.toUpperCase(Locale.ROOT))
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "\""
                        + text
                        + "\" is no level of plain reads; choose among "
                        + Arrays.toString(Level.values())
                        + "."));
  }
}
