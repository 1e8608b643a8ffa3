package org.quorate.core.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArrivalParserTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "constant 2000/s | constant 2000/s",
        "  constant   2k/s for  1m30s | constant 2000/s for 1m30s",
        "poisson 2000/s | poisson 2000/s",
        "poisson constant 2000/s | poisson 2000/s",
        "poisson 2M/s for 500ms | poisson 2000000/s for 500ms",
        "step 500/s 10s, 1000/s 10s | step 500/s 10s, 1000/s 10s",
        "step 500 / s for 10s,0/s 1m 5s | step 500/s 10s, 0/s 1m5s",
        "poisson step 60/min 10s | poisson step 1/s 10s",
        "ramp 10/s to 2000/s over 60s | ramp 10/s to 2000/s over 1m",
        "poisson growth 10/s to 2k/s over 40s | poisson growth 10/s to 2000/s over 40s",
        "poisson ramp 0/s to 1.5k/s over 1s | poisson ramp 0/s to 1500/s over 1s",
      })
  void readsEachForm(String text, String canonical) {
    ArrivalProcess process = ArrivalProcess.parse(text);
    assertThat(process.text()).isEqualTo(canonical).isEqualTo(process.toString());
    assertThat(ArrivalProcess.parse(canonical).text()).isEqualTo(canonical);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | it must begin with constant, poisson, step, ramp or growth, such as \"poisson 2000/s\".",
        "2000/s | it must begin with constant, poisson, step, ramp or growth, such as \"poisson 2000/s\".",
        "possion 5/s | it must begin with constant, poisson, step, ramp or growth, such as \"poisson"
            + " 2000/s\". Did you mean poisson?",
        "constant | the rate is missing; write for example 2000/s.",
        "poisson | the rate is missing; write for example 2000/s.",
        "poisson poisson 5/s | \"poisson\" stands there twice; write it once.",
        "constant 5 | \"5\" is not a rate; write a number and /s, /min or /h, such as 2000/s.",
        "constant 0/s | the rate must be above 0, such as 2000/s.",
        "constant 5/s for 0s | the duration must be above 0, such as 60s.",
        "constant 5/s for ever | \"ever\" is not a duration; write a number and one of ns, us, ms,"
            + " s, m, h, d, such as 250ms.",
        "step 5/s | the step \"5/s\" is not a rate and a duration; write for example \"step 500/s"
            + " 10s, 1000/s 10s\".",
        "step 5/s 10s, | the step \"\" is not a rate and a duration; write for example \"step 500/s"
            + " 10s, 1000/s 10s\".",
        "step 0/s 10s | at least one step must have a rate above 0.",
        "ramp 5/s 10/s 60s | a ramp needs two rates and a duration; write for example \"ramp 10/s"
            + " to 2000/s over 60s\".",
        "growth 0/s to 5/s over 1s | the rate must be above 0, such as 2000/s.",
        "growth 5/s | a growth needs two rates and a duration; write for example \"growth 10/s to"
            + " 2000/s over 60s\".",
        "ramp 0/s to 0/s over 1s | the rate must be above 0, such as 2000/s.",
      })
  void saysWhatIsWrong(String text, String message) {
    assertThatThrownBy(() -> ArrivalProcess.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("\"" + text + "\" is not an arrival schedule: " + message);
  }
}
