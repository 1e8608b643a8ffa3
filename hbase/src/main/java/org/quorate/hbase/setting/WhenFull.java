package org.quorate.hbase.setting;

/** What a call does when no more writes can be kept. */
public enum WhenFull {
  /** It waits until a server has acknowledged something, up to a limit; then it fails. */
  BLOCK,
  /** It fails at once; nothing was accepted. */
  FAIL
}
