package org.quorate.cli.observe;

import java.util.List;
import java.util.Optional;
import org.quorate.power.energy.LiveUse;

/**
 * What an observer knows of the energy of a cluster's hosts.
 *
 * @param use what the meters say
 * @param dataCenters parts of it, by name; empty where it is not known which host is in which
 * @param boundary what is, and is not, part of the joules, where they are of a model; else empty
 * @param gramsPerOperation of CO2 equivalent, by the software carbon intensity of ISO/IEC 21031;
 *     empty where it is not said what electricity emits, or joules for each operation are not known
 * @param carbonSource where what electricity emits comes from; empty where it is not said
 */
public record EnergyReport(
    LiveUse use,
    List<DataCenterEnergy> dataCenters,
    Optional<String> boundary,
    Optional<Double> gramsPerOperation,
    Optional<String> carbonSource) {
  /** Copies the list. */
  public EnergyReport {
    dataCenters = List.copyOf(dataCenters);
  }

  /** The same, of which one thing more must be known. */
  EnergyReport withNote(String note) {
    return new EnergyReport(
        use.withNotes(List.of(note)), dataCenters, boundary, gramsPerOperation, carbonSource);
  }
}
