package org.quorate.power.snmp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.quorate.power.MeterException;
import org.quorate.power.Scope;

class FamilyFileTest {
  private static final String ROW =
      "families: {mine: {outlet: {power: {oid: 1.3.9.%OUTLET%, unit: W}}}}";

  @TempDir Path folder;

  @Test
  void everyShippedFamilySaysWhereItIsFrom() {
    List<OutletFamily> families = FamilyFile.shipped();
    assertThat(families)
        .extracting(OutletFamily::name)
        .containsExactly(
            "apc-rpdu2",
            "apc-rpdu",
            "eaton-epdu",
            "raritan-px2",
            "raritan-px1",
            "servertech-sentry3",
            "servertech-sentry4",
            "cyberpower",
            "cyberpower-epdu2",
            "dell-idrac");
    assertThat(families)
        .allSatisfy(
            family -> {
              assertThat(family.source()).contains("MIB");
              assertThat(family.objectIds()).isNotEmpty();
              assertThat(family.sentinel()).isEqualTo(Sentinel.NEGATIVE);
            });
    assertThat(families).filteredOn(family -> family.scope() == Scope.HOST).hasSize(1);
  }

  @Test
  void aPrefixFitsWholeNumbersOnly() {
    OutletFamily eaton =
        FamilyFile.shipped().stream().filter(f -> f.name().equals("eaton-epdu")).findFirst().get();
    assertThat(eaton.fits("1.3.6.1.4.1.534.6.6.7")).isPositive();
    assertThat(eaton.fits("1.3.6.1.4.1.534.6.6.7.1")).isPositive();
    assertThat(eaton.fits("1.3.6.1.4.1.534.6.6.70")).isZero();
  }

  @Test
  void aUsersFamiliesComeFirstAndReplaceShippedOnes() throws Exception {
    Path file = Files.writeString(folder.resolve("own.yaml"), ROW.replace("mine", "eaton-epdu"));
    List<OutletFamily> families = FamilyFile.withShipped(file);
    assertThat(families).hasSize(FamilyFile.shipped().size());
    assertThat(families.get(0).name()).isEqualTo("eaton-epdu");
    assertThat(families.get(0).objectIds()).isEmpty();
    assertThatThrownBy(() -> FamilyFile.withShipped(folder.resolve("none.yaml")))
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("none.yaml");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "unit: W | unit: HP | a unit out of W",
        "unit: W | unit: Wh | something else than power",
        "1.3.9.%OUTLET% | 1.3.9 | needs %OUTLET%",
        "1.3.9.%OUTLET% | .1.3.9.%OUTLET% | not an object identifier",
        "outlet: | outlets: | Did you mean outlet?",
        "power: | watts: | unknown \"watts\"",
        "unit: W | unit: W, scale: ten | the scale ten",
        "unit: W | unit: W, scale: -1 | not above 0",
        "mine: { | mine: {sentinel: never, | never",
        "mine: { | mine: {scope: rack, | wall or host",
        "mine: { | mine: {pdu: a, | numbers with dots",
        "mine: { | mine: {refresh: soon, | no duration",
        "mine: { | mine: {sysObjectID: 1.3.6, | must be a list",
        "mine: { | mine: {find: {text: x}, | a column and a text",
        "families: | families: [ | is not YAML",
        "families: | familie: | Did you mean families?"
      })
  void whatIsWrongInAFileIsSaidWithItsPlace(String from, String to, String message) {
    assertThatThrownBy(() -> FamilyFile.parse(ROW.replace(from, to), "own.yaml"))
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("own.yaml")
        .hasMessageContaining(message);
  }

  @Test
  void aCollectionIsNeverPrintedAndNeverReferredTo() {
    String secret = "[{hidden: [1, 2]}]";
    for (String wrong :
        List.of(
            "families: " + secret,
            ROW.replace("unit: W", "unit: W, scale: " + secret),
            ROW.replace("unit: W", "unit: " + secret),
            ROW.replace("mine: {", "mine: {sysObjectID: [" + secret + "],"),
            ROW.replace("mine: {", "mine: {scope: " + secret + ","))) {
      assertThatThrownBy(() -> FamilyFile.parse(wrong, "own.yaml"))
          .isInstanceOf(MeterException.class)
          .hasMessageContaining("own.yaml")
          .hasMessageNotContaining("hidden");
    }
    String laughs = "a: &a [x, x]\nb: &b [*a, *a]\nfamilies: {mine: {about: *b}}\n";
    assertThatThrownBy(() -> FamilyFile.parse(laughs, "own.yaml"))
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("is not YAML");
  }
}
