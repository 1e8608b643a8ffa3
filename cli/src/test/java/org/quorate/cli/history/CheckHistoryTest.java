package org.quorate.cli.history;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.cli.Call;
import org.quorate.cli.console.ExitStatus;

final class CheckHistoryTest {
  private static final String HEADER =
      "op,key,version,invoke_ns,complete_ns,client,level,outcome\n";

  /** One write, a read that misses it, one that sees it. */
  private static final String ONE_STALE =
      HEADER
          + "write,user1,1,0,10,a,ONE,ok\n"
          + "write,user1,2,20,30,a,ONE,ok\n"
          + "read,user1,1,40,50,b,ONE,ok\n"
          + "read,user1,2,60,70,b,QUORUM,ok\n";

  @TempDir
  @SuppressWarnings("NullAway.Init")
  private Path folder;

  @Test
  void aStaleReadIsCountedAndNamedByLevel() throws IOException {
    Call call = Call.of("check", file(ONE_STALE));
    assertThat(call.status()).isEqualTo(ExitStatus.OK);
    assertThat(call.output())
        .containsPattern("stale reads +1, 50.0 % of the reads")
        .containsPattern("stale reads at ONE +1 of 1 reads")
        .containsPattern("stale reads at QUORUM +0 of 1 reads, 0 %")
        .containsPattern("writes of a version used before +0");
  }

  @Test
  void jsonHasThePromisedFields() throws IOException {
    JsonNode json =
        JsonMapper.builder().build().readTree(Call.of("check", file(ONE_STALE), "--json").output());
    assertThat(json.get("reads").asLong()).isEqualTo(2);
    assertThat(json.get("stale_reads").asLong()).isEqualTo(1);
    assertThat(json.get("stale_rate").asDouble()).isEqualTo(0.5);
    assertThat(json.get("stale_rate_low").asDouble()).isBetween(0.0, 0.5);
    assertThat(json.get("stale_rate_high").asDouble()).isBetween(0.5, 1.0);
    assertThat(json.get("read_your_writes_violations").asLong()).isZero();
    assertThat(json.get("monotonic_reads_violations").asLong()).isZero();
    assertThat(json.get("unknown_versions").asLong()).isZero();
  }

  @Test
  void moreStaleReadsThanToleratedGiveStatusOne() throws IOException {
    assertThat(Call.of("check", file(ONE_STALE), "--tolerance", "49%").status())
        .isEqualTo(ExitStatus.NOT_HELD);
    assertThat(Call.of("check", file(ONE_STALE), "--tolerance", "0.5").status())
        .isEqualTo(ExitStatus.OK);
  }

  @Test
  void nonsenseIsRefusedWithFileAndLine() throws IOException {
    Call call = Call.of("check", file(ONE_STALE + "rread,user1,2,60,70,b,ONE,ok\n"));
    assertThat(call.status()).isEqualTo(ExitStatus.WRONG_INPUT);
    assertThat(call.output()).isEmpty();
    assertThat(call.error()).contains("history.csv").contains("line 6");
  }

  @Test
  void aFileThatIsCutOffIsJudgedOnlyOnRequest() throws IOException {
    String cut = file(ONE_STALE + "read,user1,2,6");
    assertThat(Call.of("check", cut).status()).isEqualTo(ExitStatus.WRONG_INPUT);
    Call call = Call.of("check", cut, "--allow-truncated");
    assertThat(call.status()).isEqualTo(ExitStatus.OK);
    assertThat(call.output()).contains("cut off");
  }

  @Test
  void aMissingFileIsRefused() {
    Call call = Call.of("check", folder.resolve("none.csv").toString());
    assertThat(call.status()).isEqualTo(ExitStatus.WRONG_INPUT);
    assertThat(call.error()).contains("does not exist");
  }

  @Test
  void noneStaleInAnyFileIsBoundedByTheRuleOfThree() throws IOException {
    String one = file(HEADER + "read,user1,1,40,50,b,ALL,ok\n".repeat(100));
    Path two = folder.resolve("two.csv");
    Files.copy(Path.of(one), two);
    assertThat(Call.of("check", one, two.toString()).output())
        .contains(
            "(mean over 2 files 0 %, at most 1.50 % by the rule of three, reads taken as"
                + " independent)");
  }

  @Test
  void aFolderThatHoldsNoStudyIsRefused() {
    Call call = Call.of("check", folder.toString());
    assertThat(call.status()).isEqualTo(ExitStatus.WRONG_INPUT);
    assertThat(call.error()).contains("is a folder").contains("the folder of a study");
  }

  @Test
  void aToleranceIsAShareOrAPercentage() {
    assertThat(Tolerance.parse("1%")).isEqualTo(Tolerance.parse("0.01"));
    assertThat(Call.of("check", "x.csv", "--tolerance", "2").status())
        .isEqualTo(ExitStatus.WRONG_INPUT);
    assertThat(Call.of("check", "x.csv", "--tolerance", "much").error())
        .contains("is not a tolerance");
  }

  private String file(String text) throws IOException {
    return Files.writeString(folder.resolve("history.csv"), text).toString();
  }
}
