package org.quorate.power.cap;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Which processors can be capped, and to what. Stateless. */
final class FrequencyPolicies {
  private FrequencyPolicies() {}

  /**
   * The policies of all processors that are on.
   *
   * @param root the kernel's folder of processors
   * @param writer that they would be capped by
   * @throws CapException saying why they cannot be capped
   */
  static List<FrequencyPolicy> checked(Path root, FrequencyPolicy.Writer writer)
      throws CapException {
    FrequencyPolicy.Found found;
    try {
      found = FrequencyPolicy.all(root);
    } catch (IOException e) {
      throw new CapException("The processors below " + root + " cannot be listed (" + e + ").", e);
    }
    if (found.policies().isEmpty()) {
      throw new CapException(
          "The kernel scales no frequency (there is no "
              + root
              + "/cpu0/cpufreq); virtual machines usually cannot, and need a processor quota"
              + " instead.");
    }
    if (!found.without().isEmpty()) {
      throw new CapException(
          "The processor "
              + found.without().get(0)
              + " has no frequency to scale although others have, so that a cap would not hold for"
              + " all.");
    }
    for (FrequencyPolicy policy : found.policies()) {
      if (!Files.exists(policy.maximumFile())) {
        throw new CapException(
            "The frequency driver of "
                + policy.processor()
                + " knows no highest frequency (there is no "
                + policy.maximumFile()
                + ").");
      }
      if (!writer.mayWrite(policy.maximumFile())) {
        throw new CapException(
            policy.maximumFile() + " may not be changed by this user; run as root.");
      }
    }
    return found.policies();
  }

  /**
   * What a processor is to be set to, kHz.
   *
   * @throws CapException when it cannot be that slow
   */
  static long target(FrequencyPolicy policy, double share) throws CapException, IOException {
    long target = Math.round(share * policy.highest());
    if (target < policy.lowest()) {
      throw new CapException(
          String.format(
              Locale.ROOT,
              "%s cannot run below %d MHz, which is %.2f of its %d MHz; cap it to at least that.",
              policy.processor(),
              policy.lowest() / 1000,
              Math.ceil(100.0 * policy.lowest() / policy.highest()) / 100,
              policy.highest() / 1000));
    }
    if (target < policy.minimum()) {
      throw new CapException(
          String.format(
              Locale.ROOT,
              "%s was told to run at %d MHz at least (scaling_min_freq), which is more than the cap"
                  + " of %d MHz; lower that first.",
              policy.processor(),
              policy.minimum() / 1000,
              target / 1000));
    }
    return target;
  }
}
