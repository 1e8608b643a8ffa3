package org.quorate.core.deferral;

/** Decides how long deferred writes wait for others to share their flush. Stateless. */
@FunctionalInterface
public interface DeferralPolicy {
  /** What to do until the next observation. */
  DeferralDecision decide(DeferralObservation observation);
}
