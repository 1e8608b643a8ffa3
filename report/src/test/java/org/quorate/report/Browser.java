package org.quorate.report;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;

/**
 * An installed Chromium and its driver. Both are started from where they are, so that Selenium
 * never looks for a driver on a network.
 */
record Browser(Path program, Path driver) {
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
  static Optional<Browser> find() {
    Optional<Path> driver = find("chromedriver");
    return Optional.<Path>empty()
        .or(() -> find("chromium"))
        .or(() -> find("chromium-browser"))
        .or(() -> find("google-chrome"))
        .or(() -> find("Google Chrome"))
        .flatMap(program -> driver.map(found -> new Browser(program, found)));
  }

  private static Optional<Path> find(String name) {
    List<String> folders = new ArrayList<>();
    String path = System.getenv("PATH");
    if (path != null) {
      folders.addAll(List.of(path.split(File.pathSeparator, -1)));
    }
    folders.addAll(FOLDERS);
    return folders.stream()
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

  /** A script beside this class. */
  static String resource(String name) {
    try (InputStream stream = Browser.class.getResourceAsStream(name)) {
      if (stream == null) {
        throw new IllegalStateException(name + " is missing.");
      }
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
