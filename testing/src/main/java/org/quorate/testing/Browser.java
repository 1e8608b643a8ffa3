package org.quorate.testing;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;

/**
 * An installed Chromium and its driver. Both are started from where they are, so that Selenium
 * never looks for a driver on a network. Tests that use it depend on Selenium themselves.
 */
public record Browser(Path program, Path driver) {
  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome", "Google Chrome");

  private static final List<String> FOLDERS =
      List.of(
          "/usr/bin",
          "/usr/local/bin",
          "/usr/lib/chromium",
          "/usr/lib/chromium-browser",
          "/snap/bin",
          "/opt/google/chrome",
          "/opt/homebrew/bin",
          "/Applications/Google Chrome.app/Contents/MacOS",
          "/Applications/Chromium.app/Contents/MacOS");

  /** The browser of this machine, if it has one with a driver. */
  public static Optional<Browser> find() {
    return NAMES.stream()
        .flatMap(name -> find(name).stream())
        .findFirst()
        .flatMap(program -> find("chromedriver").map(driver -> new Browser(program, driver)));
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
  public ChromeDriver start(Path profile) {
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

  /** Everything that a started one complained of since the last call. */
  public static List<String> complaints(ChromeDriver started) {
    List<String> complaints = new ArrayList<>();
    for (LogEntry entry : started.manage().logs().get(LogType.BROWSER)) {
      if (entry.getLevel().intValue() >= Level.WARNING.intValue()) {
        complaints.add(entry.getMessage());
      }
    }
    return complaints;
  }

  /** Addresses that a started one asked for since the last call. */
  public static List<String> requests(ChromeDriver started) {
    List<String> addresses = new ArrayList<>();
    for (LogEntry entry : started.manage().logs().get(LogType.PERFORMANCE)) {
      if (entry.getMessage().contains("\"Network.requestWillBeSent\"")) {
        addresses.add(entry.getMessage().replaceAll("(?s).*\"url\":\"([^\"]*)\".*", "$1"));
      }
    }
    return addresses;
  }
}
