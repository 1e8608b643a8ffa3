package org.quorate.study.result;

/**
 * A fault that the study asked for, as it was brought about during a run. All times are seconds
 * since the run began; what began in time may be done only after the run's end.
 *
 * @param kind what was done, in the words of study files, such as {@code kill} or {@code start}
 * @param target what it was done to, likewise: {@code node3}, {@code node1 -> node3}, {@code node3
 *     100ms}, {@code x2}
 * @param plannedSecond when the study asked for it
 * @param begunSecond when it was begun
 * @param doneSecond when it was in effect: the process gone, frozen or serving again, the links
 *     changed, the setting taken by every server that runs
 */
public record FaultResult(
    String kind, String target, double plannedSecond, double begunSecond, double doneSecond) {
  /** What was done, for people: {@code kill node3}. */
  public String text() {
    return kind + " " + target;
  }
}
