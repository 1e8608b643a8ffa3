package org.quorate.cli.live;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;

/**
 * An installed Chromium and its driver, both started from where they are, so that Selenium never
 * looks for a driver on a network.
 */
record Chromium(Path program, Path driver) {
  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome");
  private static final List<String> FOLDERS =
      List.of("/usr/bin", "/usr/local/bin", "/usr/lib/chromium", "/snap/bin", "/opt/google/chrome");

  /** The browser of this machine, if it has one with a driver. */
  static Optional<Chromium> find() {
    return NAMES.stream()
        .flatMap(name -> find(name).stream())
        .findFirst()
        .flatMap(program -> find("chromedriver").map(driver -> new Chromium(program, driver)));
  }

  private static Optional<Path> find(String name) {
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    return Stream.concat(Stream.of(path.split(File.pathSeparator, -1)), FOLDERS.stream())
        .filter(folder -> !folder.isEmpty())
        .map(folder -> Path.of(folder, name))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** Starts it without a window and with an empty profile of its own. */
  ChromeDriver start(Path profile) {
    ChromeOptions options = new ChromeOptions();
    options.setBinary(program.toFile());
    options.addArguments(
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--user-data-dir=" + profile);
    options.setCapability("goog:loggingPrefs", Map.of("browser", "ALL", "performance", "ALL"));
    ChromeDriverService service =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(driver.toFile())
            .usingAnyFreePort()
            .withTimeout(Duration.ofMinutes(2))
            .build();
    return new ChromeDriver(service, options);
  }
}
