package org.quorate.lab.link.process;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.quorate.lab.link.LinkReport;

/**
 * What the process that carries the links answers to a {@link LinkRequest}.
 *
 * @param refusal why nothing was done, or null where it was
 * @param isCut whether the link asked about is cut
 * @param reports empty unless asked for
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
record LinkReply(@Nullable String refusal, boolean isCut, List<LinkReport> reports) {
  @SuppressWarnings("NullAway") // a reply without reports has no such field
  LinkReply {
    reports = reports == null ? List.of() : List.copyOf(reports);
  }

  static LinkReply done() {
    return new LinkReply(null, false, List.of());
  }

  static LinkReply cut(boolean isCut) {
    return new LinkReply(null, isCut, List.of());
  }

  static LinkReply of(List<LinkReport> reports) {
    return new LinkReply(null, false, reports);
  }

  static LinkReply refused(String reason) {
    return new LinkReply(reason, false, List.of());
  }
}
