package org.quorate.core.quantity;

import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A decimal number of at least zero and the unit written behind it, which may be empty. */
record Amount(BigDecimal number, String unit) {
  /**
   * Digits with an optional fraction, an optional small exponent, then the unit. An exponent of
   * more than two digits is not read as a number: it could only be a mistake, and a costly one.
   */
  private static final Pattern FORM =
      Pattern.compile("(\\d{1,30}(?:\\.\\d{1,30})?|\\.\\d{1,30})([eE][+-]?\\d{1,2})?\\s*(\\D*)");

  /** The amount that {@code text} states, or null if it does not have the form of one. */
  static @Nullable Amount read(String text) {
    Matcher matcher = FORM.matcher(text.strip());
    if (!matcher.matches()) {
      return null;
    }
    String exponent = matcher.group(2) == null ? "" : matcher.group(2);
    return new Amount(new BigDecimal(matcher.group(1) + exponent), matcher.group(3).strip());
  }

  /** The number without trailing zeros and without an exponent. */
  static String plain(BigDecimal number) {
    return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
  }
}
