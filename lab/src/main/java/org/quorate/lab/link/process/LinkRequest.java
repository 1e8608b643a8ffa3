package org.quorate.lab.link.process;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.quorate.core.delay.DelayDistribution;
import org.quorate.lab.link.Links;

/**
 * What a process asks of the process that carries the links.
 *
 * @param action what to do
 * @param from index of the sending node; 0 where all links are meant
 * @param to index of the receiving node; 0 where all links are meant
 * @param delay the one-way delay to set, as {@link DelayDistribution#parse} reads it
 * @param bytesPerSecond the cap to set
 */
@JsonInclude(JsonInclude.Include.NON_DEFAULT)
record LinkRequest(Action action, int from, int to, @Nullable String delay, long bytesPerSecond) {
  /** What may be asked, in the words of {@link org.quorate.lab.link.Link}. */
  enum Action {
    DELAY,
    BANDWIDTH,
    CUT,
    HEAL,
    IS_CUT,
    REPORT,
    RESET_REPORT,
    REPORTS,
    RESET_REPORTS
  }

  /** A request about one link that needs no value. */
  static LinkRequest of(Action action, int from, int to) {
    return new LinkRequest(action, from, to, null, 0);
  }

  /** A request about all links. */
  static LinkRequest ofAll(Action action) {
    return of(action, 0, 0);
  }

  /**
   * Does what is asked.
   *
   * @throws IllegalArgumentException if there is no such link, or the value makes no sense
   */
  LinkReply perform(Links links) {
    switch (action) {
      case DELAY -> links.link(from, to).delay(DelayDistribution.parse(String.valueOf(delay)));
      case BANDWIDTH -> links.link(from, to).bandwidth(bytesPerSecond);
      case CUT -> links.link(from, to).cut();
      case HEAL -> links.link(from, to).heal();
      case RESET_REPORT -> links.link(from, to).resetReport();
      case RESET_REPORTS -> links.resetReports();
      case IS_CUT -> {
        return LinkReply.cut(links.link(from, to).isCut());
      }
      case REPORT -> {
        return LinkReply.of(List.of(links.link(from, to).report()));
      }
      case REPORTS -> {
        return LinkReply.of(links.reports());
      }
    }
    return LinkReply.done();
  }
}
