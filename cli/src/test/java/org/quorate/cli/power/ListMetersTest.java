package org.quorate.cli.power;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.cli.Call;
import org.quorate.cli.console.ExitStatus;
import org.quorate.power.MeterKind;

@Timeout(120)
final class ListMetersTest {
  @TempDir Path folder;

  @SuppressWarnings("NullAway.Init")
  private FixtureMachine machine;

  @BeforeEach
  void startTheMachine() throws Exception {
    machine = FixtureMachine.in(folder);
  }

  @AfterEach
  void stopTheMachine() {
    machine.close();
  }

  @Test
  void everyKindIsNamedWithWhetherItIsHereAndWhy() throws Exception {
    Call call = machine.call("list", "--json");
    assertThat(call.status()).isEqualTo(ExitStatus.OK);
    JsonNode list = JsonMapper.builder().build().readTree(call.output());
    List<String> names = new ArrayList<>();
    for (JsonNode kind : list.get("kinds")) {
      names.add(kind.get("name").asText());
      assertThat(kind.get("findings")).as(kind.toString()).isNotEmpty();
      for (JsonNode finding : kind.get("findings")) {
        assertThat(finding.get("state").asText())
            .isIn("present", "absent", "unusable", "on request");
        assertThat(finding.get("reason").asText()).isNotEmpty();
      }
    }
    assertThat(names)
        .isEqualTo(machine.tools().kinds().all().stream().map(MeterKind::name).toList());
    assertThat(list.get("models").findValuesAsText("profile")).contains("server-2010");
    assertThat(list.get("cap").get("state").asText()).isEqualTo("present");
  }

  @Test
  void theListIsReadableInEightyColumns() {
    Call call = machine.call("list");
    assertThat(call.status()).isEqualTo(ExitStatus.OK);
    assertThat(call.output())
        .contains("powercap: RAPL counters")
        .contains("Such as: redfish address=HOST credentials=FILE")
        .contains("estimate")
        .contains("  ./quorate power models\n");
    assertThat(call.output().lines()).allSatisfy(line -> assertThat(line).hasSizeLessThan(81));
  }

  @Test
  void oneKindIsShownWithItsOptions() {
    Call call = machine.call("list", "snmp");
    assertThat(call.output())
        .contains("It can be told, as NAME=VALUE:")
        .contains("  address ")
        .contains("  families-file ");
    assertThat(call.output().lines()).allSatisfy(line -> assertThat(line).hasSizeLessThan(81));
    Call wrong = machine.call("list", "smnp");
    assertThat(wrong.status()).isEqualTo(ExitStatus.WRONG_INPUT);
    assertThat(wrong.error()).contains("Did you mean snmp?");
  }

  @Test
  void theModelsAreShownWithTheirErrorsAndChecks() throws Exception {
    Call call = machine.call("models");
    assertThat(call.output())
        .contains("server-2010")
        .contains("Chihoub et al. 2015")
        .contains("107 published servers")
        .contains("1 processor, before 2012")
        .contains("independent")
        .containsPattern("server-2010 +\\S35\\s% +\\S20\\s% +\\S30\\s%")
        .containsPattern("server-2020-2-sockets +6 +6 +20.4\\s% +41\\s%");
    assertThat(call.output().replaceAll("\\s+", " "))
        .contains("fewer than 5 servers on either side rest server-2017-2-sockets and");
    assertThat(call.output().lines()).allSatisfy(line -> assertThat(line).hasSizeLessThan(81));
    JsonNode models =
        JsonMapper.builder().build().readTree(machine.call("models", "--json").output());
    assertThat(models.get("models").get(2).get("line").get("meanError").asDouble())
        .isBetween(0.09, 0.095);
  }
}
