package org.quorate.power.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.core.power.PowerCurve;
import org.quorate.power.ErrorBand;
import org.quorate.power.MeterException;
import org.quorate.power.Scope;

class ProfileFileTest {
  @TempDir Path folder;

  @Test
  void everyShippedProfileSaysWhereItsNumbersComeFrom() {
    assertThat(ProfileFile.shipped()).isNotEmpty();
    ProfileFile.shipped()
        .values()
        .forEach(
            profile -> {
              assertThat(profile.source()).as(profile.name()).isNotEmpty();
              assertThat(profile.relativeError()).isBetween(0.05, 0.9);
              assertThat(profile.curve().busyWatts()).isGreaterThan(profile.curve().idleWatts());
            });
    assertThat(ProfileFile.shipped().get("server-2010").curve().idleWatts()).isEqualTo(44);
  }

  @Test
  void aProfileReadsBackAsItWasWritten() throws Exception {
    HostProfile profile = ProfileFile.shipped().get("server-2012-2-sockets");
    Path file = folder.resolve("mine.yaml");
    Files.writeString(file, ProfileFile.text(profile));
    assertThat(ProfileFile.find(file.toString())).isEqualTo(profile);
  }

  @Test
  void aProfileWithAnyNameAndTextReadsBack() throws Exception {
    PowerCurve curve =
        new PowerCurve(List.of(new PowerCurve.Point(0, 44), new PowerCurve.Point(1, 101.25)));
    for (String name : List.of("a: b # c", "5", "true", "- x", "\"left\"", "two\nlines")) {
      HostProfile profile =
          new HostProfile(name, "it's \"mine\": #1", 4, curve, 0, 1.5, 0.2, "a\\b\nc: {d}");
      Path file = folder.resolve("mine.yaml");
      Files.writeString(file, ProfileFile.text(profile));
      assertThat(ProfileFile.find(file.toString())).as(name).isEqualTo(profile);
    }
  }

  @Test
  void whatASwitchedOffHostTakesIsKnownOnlyWhereSomebodySaysSo() {
    assertThat(ProfileFile.shipped().get("server-2010").standby()).isNull();
    Standby standby = ProfileFile.shipped().get("server-2012-2-sockets").standby();
    assertThat(standby.watts()).isEqualTo(9.75);
    assertThat(standby.transitionJoules()).isCloseTo(616.08 + 18_966.42, within(0.1));
    assertThat(standby.source()).contains("Taurus");
    assertThat(ProfileFile.shipped().get("server-2012-2-sockets").times(0.5).standby())
        .isEqualTo(
            new Standby(
                4.875,
                standby.transitionSeconds(),
                standby.transitionJoules() / 2,
                standby.source()));
  }

  @Test
  void aStandbyWithoutASourceOrWithAnUnknownKeyIsRefused() throws Exception {
    Path file = folder.resolve("mine.yaml");
    String profile = "mine: {cores: 4, watts: {0: 50, 1: 100}, relative-error: 0.2, standby: ";
    Files.writeString(
        file, profile + "{watts: 5, transition-seconds: 10, transition-joules: 100}}\n");
    assertThatThrownBy(() -> ProfileFile.find(file.toString()))
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("needs a source");
    Files.writeString(file, profile + "{wats: 5}}\n");
    assertThatThrownBy(() -> ProfileFile.find(file.toString()))
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("wats");
    Files.writeString(
        file, profile + "{watts: -5, transition-seconds: 1, transition-joules: 1, source: me}}\n");
    assertThatThrownBy(() -> ProfileFile.find(file.toString()))
        .hasMessageContaining("must not be negative");
  }

  @Test
  void aProfileThatDoesNotSeeTheWallSaysSo() throws Exception {
    Path file = folder.resolve("rapl.yaml");
    Files.writeString(
        file, "rapl: {cores: 4, scope: processor, watts: {0: 5, 1: 60}, relative-error: 0.2}\n");
    HostProfile profile = ProfileFile.find(file.toString());
    assertThat(profile.scope()).isEqualTo(Scope.PROCESSOR);
    assertThat(profile.times(2).curve().busyWatts()).isEqualTo(120);
    Files.writeString(file, ProfileFile.text(profile));
    assertThat(ProfileFile.find(file.toString())).isEqualTo(profile);
  }

  @Test
  void whereNobodySaysHowFarOffEnergyAboveIdleIsACautiousErrorStands() throws Exception {
    Path file = folder.resolve("mine.yaml");
    Files.writeString(file, "mine: {cores: 4, watts: {0: 50, 1: 100}, relative-error: 0.2}\n");
    assertThat(ProfileFile.find(file.toString()).dynamicError()).isEqualTo(0.8);
    Files.writeString(
        file,
        "mine: {cores: 4, watts: {0: 50, 1: 100}, relative-error: 0.2, dynamic-error: 1.5}\n");
    assertThat(ProfileFile.find(file.toString()).error()).isEqualTo(new ErrorBand(0.2, 0.2, 1.5));
  }

  @Test
  void anUnknownNameIsAnsweredWithTheNearest() {
    assertThatThrownBy(() -> ProfileFile.find("server-2011"))
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("Did you mean server-2010?");
  }

  @Test
  void aFileThatIsNoProfileIsRefusedWithItsFault() throws Exception {
    Path file = folder.resolve("bad.yaml");
    Files.writeString(file, "x: {cores: 4, wats: {0: 1, 1: 2}, relative-error: 0.1}\n");
    assertThatThrownBy(() -> ProfileFile.find(file.toString()))
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("wats");
    Files.writeString(file, "x: !!javax.script.ScriptEngineManager []\n");
    assertThatThrownBy(() -> ProfileFile.find(file.toString())).isInstanceOf(MeterException.class);
    Files.writeString(file, "x: {cores: 4, watts: {0: 5}, relative-error: 0.1}\n");
    assertThatThrownBy(() -> ProfileFile.find(file.toString()))
        .hasMessageContaining("from utilisation 0 to 1");
  }
}
