package org.quorate.study.fault;

import java.math.BigDecimal;

/**
 * The load changes to a multiple of what the study says, until the next change or the run's end.
 *
 * @param factor of the rate of arrivals, above 0; 1 is the load as it was
 */
public record LoadFault(double factor) implements Fault {
  @Override
  public String kind() {
    return "load";
  }

  @Override
  public String target() {
    return "x" + BigDecimal.valueOf(factor).stripTrailingZeros().toPlainString();
  }
}
