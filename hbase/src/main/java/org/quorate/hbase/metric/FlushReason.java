package org.quorate.hbase.metric;

/** What started a flush. */
public enum FlushReason {
  /** The oldest write had waited as long as it may. */
  WAITED,
  /** So many bytes or writes had come together. */
  FULL,
  /** Somebody asked: flush(), close(), or a request that may not overtake a pending write. */
  ASKED,
  /** Nothing more could be accepted before something was acknowledged. */
  PRESSURE,
  /** Writes that had failed were sent again. */
  RETRY
}
