package org.quorate.study.file;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.quorate.core.quantity.ByteSizes;
import org.quorate.study.fault.Fault;
import org.quorate.study.fault.FaultEvent;
import org.quorate.study.fault.HintWindowFault;
import org.quorate.study.fault.HintsFault;
import org.quorate.study.fault.LinkFault;
import org.quorate.study.fault.LinkSet;
import org.quorate.study.fault.LoadFault;
import org.quorate.study.fault.NodeFault;

/** Reads one event of a time line of faults, such as {@code {at: 20s, kill: node3}}. Stateless. */
final class FaultReader {
  /**
   * An event and where the file says it.
   *
   * @param at where its instant stands
   * @param deed where stands what is done
   */
  record Planned(FaultEvent event, Value at, Value deed) {}

  private static final String AT = "at";
  private static final String SLOW = "slow";
  private static final String DELAY = "delay";
  private static final Pattern NODE = Pattern.compile("node[1-9]\\d{0,3}");
  private static final Pattern FACTOR = Pattern.compile("x\\d{1,3}(\\.\\d{1,3})?");
  private static final Duration LONGEST_WINDOW = Duration.ofDays(7);
  private static final int THROTTLE_UNIT = 1024;
  private static final Map<String, Function<String, Fault>> DEEDS = deeds();

  private FaultReader() {}

  private static Map<String, Function<String, Fault>> deeds() {
    Map<String, Function<String, Fault>> deeds = new LinkedHashMap<>();
    for (NodeFault.Deed deed : NodeFault.Deed.values()) {
      deeds.put(deed.text(), text -> new NodeFault(deed, node(text)));
    }
    deeds.put("cut", text -> new LinkFault(LinkFault.Deed.CUT, between(text), ""));
    deeds.put("isolate", text -> new LinkFault(LinkFault.Deed.CUT, LinkSet.of(node(text)), ""));
    deeds.put(SLOW, text -> new LinkFault(LinkFault.Deed.SLOW, LinkSet.parse(text), ""));
    deeds.put("heal", text -> new LinkFault(LinkFault.Deed.HEAL, LinkSet.parse(text), ""));
    deeds.put("load", text -> new LoadFault(factor(text)));
    deeds.put("hints", FaultReader::hints);
    deeds.put("hint-window", text -> new HintWindowFault(window(text)));
    return deeds;
  }

  static Planned read(Entry entry) throws StudyFileException {
    Section section =
        entry.section(
            Stream.concat(Stream.of(AT, DELAY), DEEDS.keySet().stream()).toArray(String[]::new));
    Value at = section.required(AT).value();
    Duration instant = at.as(text -> Runs.duration(text, false));
    Map<String, Function<String, Fault>> said = new LinkedHashMap<>(DEEDS);
    said.keySet().retainAll(section.entries().keySet());
    if (said.size() != 1) {
      throw entry.refuse(
          (said.isEmpty() ? "nothing is done here" : "only one thing is done by each event")
              + "; write one of "
              + String.join(", ", DEEDS.keySet())
              + ".");
    }
    Map.Entry<String, Function<String, Fault>> only = said.entrySet().iterator().next();
    Value deed = section.required(only.getKey()).value();
    Fault fault = deed.as(only.getValue());
    return new Planned(new FaultEvent(instant, delayed(fault, section, deed)), at, deed);
  }

  /** A link is slow by a delay, and nothing else has one. */
  private static Fault delayed(Fault fault, Section section, Value deed) throws StudyFileException {
    Entry delay = section.find(DELAY);
    if (!(fault instanceof LinkFault links) || links.deed() != LinkFault.Deed.SLOW) {
      if (delay != null) {
        throw delay.refuse("only links that are slow have a delay; remove it.");
      }
      return fault;
    }
    if (delay == null) {
      throw deed.refuse("how slow is not said; write delay: 100ms beside it.");
    }
    return new LinkFault(links.deed(), links.links(), delay.value().as(Texts::delay));
  }

  private static int node(String text) {
    if (!NODE.matcher(text).matches()) {
      throw new IllegalArgumentException(
          "\"" + text + "\" is no server; servers are called node1, node2 and so on.");
    }
    return Integer.parseInt(text.substring("node".length()));
  }

  private static LinkSet between(String text) {
    LinkSet links = LinkSet.parse(text);
    if (links.ofOneServer()) {
      throw new IllegalArgumentException(
          "links are cut between two servers, such as node1 -> node3; to cut all links of one, write"
              + " isolate: "
              + text
              + ".");
    }
    return links;
  }

  private static double factor(String text) {
    if (!FACTOR.matcher(text).matches() || Double.parseDouble(text.substring(1)) == 0) {
      throw new IllegalArgumentException(
          "\"" + text + "\" is no multiple of the load above 0; write x2, or x0.5.");
    }
    return new BigDecimal(text.substring(1)).doubleValue();
  }

  private static HintsFault hints(String text) {
    if (text.equals("on") || text.equals("off")) {
      return new HintsFault(text.equals("on") ? HintsFault.Mode.ON : HintsFault.Mode.OFF, 0);
    }
    String[] words = text.split("\\s+", 2);
    if (words.length < 2 || !words[0].equals("throttled")) {
      throw new IllegalArgumentException(
          "\"" + text + "\" is not known of hints; write on, off, or throttled 64KiB/s.");
    }
    long perSecond = ByteSizes.parsePerSecond(words[1]);
    if (perSecond == 0 || perSecond % THROTTLE_UNIT != 0 || perSecond > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          "servers take the speed of hints in whole KiB/s, from 1KiB/s; write throttled 64KiB/s.");
    }
    return new HintsFault(HintsFault.Mode.THROTTLED, perSecond);
  }

  private static Duration window(String text) {
    Duration window = Runs.duration(text, true);
    if (window.toNanosPart() % 1_000_000 != 0 || window.compareTo(LONGEST_WINDOW) > 0) {
      throw new IllegalArgumentException(
          "\"" + text + "\" is not a whole number of milliseconds up to 7 days.");
    }
    return window;
  }
}
