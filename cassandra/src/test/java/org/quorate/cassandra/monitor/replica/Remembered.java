package org.quorate.cassandra.monitor.replica;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;

/** What objects of this project keep in memory. */
final class Remembered {
  private static final String OURS = "org.quorate.";

  private Remembered() {}

  /**
   * How many entries there are in all maps and collections that an object reaches by fields of this
   * project's classes.
   *
   * @param handedIn objects that do not count, nor what they reach
   */
  static int by(Object root, Object... handedIn) {
    Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    seen.addAll(Arrays.asList(handedIn));
    Deque<Object> open = new ArrayDeque<>();
    open.add(root);
    int entries = 0;
    while (!open.isEmpty()) {
      Object next = open.remove();
      if (!seen.add(next)) {
        continue;
      }
      if (next instanceof Map<?, ?> map) {
        entries += map.size();
        open.addAll(map.keySet());
        open.addAll(map.values());
      } else if (next instanceof Collection<?> collection) {
        entries += collection.size();
        open.addAll(collection);
      } else {
        fields(next, open);
      }
    }
    return entries;
  }

  /** Lambdas are of hidden classes, and were handed in. */
  private static void fields(Object of, Deque<Object> open) {
    for (Class<?> type = of.getClass();
        type != null && type.getName().startsWith(OURS) && !type.isHidden();
        type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
          Object value = value(field, of);
          if (value != null) {
            open.add(value);
          }
        }
      }
    }
  }

  private static Object value(Field field, Object of) {
    try {
      field.setAccessible(true);
      return field.get(of);
    } catch (IllegalAccessException e) {
      throw new AssertionError(e);
    }
  }
}
