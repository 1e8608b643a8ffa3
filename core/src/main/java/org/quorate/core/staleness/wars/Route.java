package org.quorate.core.staleness.wars;

/**
 * What is between a coordinator and one replica: the four one-way delays of WARS. Immutable.
 *
 * @param write of a write to the replica (W)
 * @param acknowledgement of the replica's answer to it (A)
 * @param request of a read to the replica (R)
 * @param response of the replica's answer to it (S)
 * @param distance replicas of less distance are asked first, those of the same in random order, as
 *     a snitch sorts them; where all are asked it has no meaning
 */
public record Route(Leg write, Leg acknowledgement, Leg request, Leg response, int distance) {
  /** To the coordinator itself, which asks itself first and without a message. */
  public static final Route OWN = new Route(Leg.NONE, Leg.NONE, Leg.NONE, Leg.NONE, 0);

  /** All four alike, each drawn by itself. */
  public static Route alike(Leg oneWay, int distance) {
    return new Route(oneWay, oneWay, oneWay, oneWay, distance);
  }
}
