package org.quorate.study.file;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.quorate.core.text.Suggestions;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * One value of a YAML document, of any kind, with the place it stands at. Immutable.
 *
 * @param file for messages
 * @param key the whole path of the key; empty for the document
 */
public record Entry(String file, String key, Node node) {
  /** Line of the value, from 1. */
  public int line() {
    return node.getStartMark().map(mark -> mark.getLine() + 1).orElse(0);
  }

  /** The refusal of this value for a reason, which is a sentence. */
  public StudyFileException refuse(String problem) {
    return new StudyFileException(file, line(), key, problem);
  }

  /** Whether it has keys of its own. */
  public boolean isMapping() {
    return node instanceof MappingNode;
  }

  /** The text of a single value; never blank. */
  public Value value() throws StudyFileException {
    if (!(node instanceof ScalarNode scalar)) {
      throw refuse("expected one value, not a " + kind() + ".");
    }
    String text = scalar.getValue().strip();
    if (text.isEmpty()) {
      throw refuse("the value is missing.");
    }
    return new Value(file, line(), key, text);
  }

  /** The items of a list; a single value is a list of one. */
  public List<Entry> items() throws StudyFileException {
    if (node instanceof ScalarNode) {
      return List.of(this);
    }
    if (!(node instanceof SequenceNode sequence)) {
      throw refuse("expected a list, not a " + kind() + ".");
    }
    List<Entry> items = new ArrayList<>();
    for (Node item : sequence.getValue()) {
      items.add(new Entry(file, key, item));
    }
    if (items.isEmpty()) {
      throw refuse("the list is empty.");
    }
    return items;
  }

  /** The mappings of a list; a single mapping is a list of one. */
  public List<Entry> mappings() throws StudyFileException {
    return node instanceof MappingNode ? List.of(this) : items();
  }

  /** The texts of a list; a single value is a list of one. */
  public List<Value> values() throws StudyFileException {
    List<Value> values = new ArrayList<>();
    for (Entry item : items()) {
      values.add(item.value());
    }
    return values;
  }

  /** The entries of a mapping, in the order of the file. */
  public Map<String, Entry> entries() throws StudyFileException {
    if (!(node instanceof MappingNode mapping)) {
      throw refuse("expected keys and values, not a " + kind() + ".");
    }
    Map<String, Entry> entries = new LinkedHashMap<>();
    for (NodeTuple tuple : mapping.getValue()) {
      Value name = new Entry(file, key, tuple.getKeyNode()).value();
      Entry entry = new Entry(file, below(name.text()), tuple.getValueNode());
      if (entries.put(name.text(), entry) != null) {
        throw new Value(file, name.line(), entry.key, "").refuse("the key is there twice.");
      }
    }
    return entries;
  }

  /**
   * A mapping whose keys are known.
   *
   * @throws StudyFileException if a key is not among them
   */
  public Section section(String... known) throws StudyFileException {
    Map<String, Entry> entries = entries();
    for (NodeTuple tuple : ((MappingNode) node).getValue()) {
      Value name = new Entry(file, key, tuple.getKeyNode()).value();
      if (!Arrays.asList(known).contains(name.text())) {
        throw new Value(file, name.line(), below(name.text()), "")
            .refuse(
                "this key is not known; "
                    + (key.isEmpty() ? "this file" : key)
                    + " has "
                    + String.join(", ", known)
                    + "."
                    + Suggestions.didYouMean(name.text(), Arrays.asList(known)));
      }
    }
    return new Section(this, entries);
  }

  /** The same mapping without some of its keys. */
  Entry without(List<String> keys) {
    if (!(node instanceof MappingNode mapping)) {
      return this;
    }
    List<NodeTuple> left =
        mapping.getValue().stream()
            .filter(
                tuple ->
                    !(tuple.getKeyNode() instanceof ScalarNode name
                        && keys.contains(name.getValue().strip())))
            .toList();
    return new Entry(
        file,
        key,
        new MappingNode(
            mapping.getTag(),
            true,
            left,
            mapping.getFlowStyle(),
            mapping.getStartMark(),
            mapping.getEndMark()));
  }

  private String below(String name) {
    return key.isEmpty() ? name : key + "." + name;
  }

  private String kind() {
    return node instanceof MappingNode
        ? "mapping"
        : node instanceof SequenceNode ? "list" : "single value";
  }
}
