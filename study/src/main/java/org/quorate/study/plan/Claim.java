package org.quorate.study.plan;

import org.jspecify.annotations.Nullable;

/**
 * What somebody else says about the same matter, quoted beside the measured numbers.
 *
 * @param text one sentence
 * @param source where it is said, for people: a paper and its figure or table
 * @param expects what it says in numbers, or null where nothing can be held against it
 */
public record Claim(String text, String source, @Nullable ClaimedChange expects) {
  /** A claim in words alone. */
  public Claim(String text, String source) {
    this(text, source, null);
  }
}
