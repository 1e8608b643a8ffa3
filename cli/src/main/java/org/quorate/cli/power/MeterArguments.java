package org.quorate.cli.power;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.quorate.cli.console.CommandFailure;
import org.quorate.cli.console.ExitStatus;
import org.quorate.core.text.SecretNames;
import org.quorate.power.MeterException;
import org.quorate.power.MeterSettings;
import org.quorate.power.registry.MeterKinds;
import picocli.CommandLine.Parameters;

/** Which meter, as words of the command line. */
final class MeterArguments {
  @Parameters(
      index = "0",
      paramLabel = "KIND",
      description = "The kind of meter, such as powercap; \"quorate power list\" has all.")
  private String kind = "";

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "NAME=VALUE",
      description = "What the meter needs to know; \"quorate power list KIND\" tells.")
  private List<String> options = new ArrayList<>();

  /** The settings, of which kind and options are known to exist. */
  MeterSettings settings(MeterKinds kinds) throws CommandFailure {
    Map<String, String> read = new LinkedHashMap<>();
    for (String option : options) {
      int equals = option.indexOf('=');
      if (equals < 1) {
        throw new CommandFailure(
            ExitStatus.WRONG_INPUT,
            "\"" + option + "\" is no NAME=VALUE; see: quorate power list " + kind);
      }
      String name = option.substring(0, equals);
      if (SecretNames.isSecret(name)) {
        throw new CommandFailure(
            ExitStatus.WRONG_INPUT,
            name
                + "=... would be seen by everybody on this machine; put it into a file that only"
                + " you may read, or into a variable QUORATE_NAME_..., and name that with"
                + " credentials=...");
      }
      if (read.put(name, option.substring(equals + 1)) != null) {
        throw new CommandFailure(
            ExitStatus.WRONG_INPUT, "The option " + name + " is given twice; give it once.");
      }
    }
    MeterSettings settings = new MeterSettings(kind, read);
    try {
      kinds.check(settings);
    } catch (MeterException e) {
      throw CommandFailure.wrongInput(e);
    }
    return settings;
  }
}
