package org.quorate.power.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.power.Credentials;
import org.quorate.power.MeterException;
import org.quorate.power.MeterSettings;

/** Against a real server, with and without TLS. */
class WebServiceTest {
  private static final InstantSource CLOCK =
      InstantSource.fixed(Instant.parse("2026-01-02T03:04:05Z"));

  @TempDir static Path directory;
  private static ServerKeys keys;

  private final CountDownLatch over = new CountDownLatch(1);
  private FakeWeb web;

  @BeforeAll
  static void createKeys() throws Exception {
    keys = ServerKeys.create(directory);
  }

  @AfterEach
  void stop() {
    over.countDown();
    if (web != null) {
      web.close();
    }
  }

  @Test
  void theLoginGoesAlongAndTheTimeOfReceiptIsTold() throws Exception {
    web = FakeWeb.plain(request -> FakeWeb.Response.ok("{\"a\": 1}"));
    WebAnswer answer =
        get(service(web.url() + "/base/", Map.of(), Optional.of("Basic x")), "/b?c=d");
    assertThat(answer.json().path("a").asInt()).isEqualTo(1);
    assertThat(answer.receivedAt()).isEqualTo(CLOCK.instant());
    assertThat(web.requests())
        .singleElement()
        .satisfies(
            request -> {
              assertThat(request.path()).isEqualTo("/base/b");
              assertThat(request.query()).isEqualTo(Map.of("c", "d"));
              assertThat(request.headers()).containsEntry("authorization", "Basic x");
            });
  }

  @Test
  void aRedirectionWithinTheServerIsFollowed() throws Exception {
    web =
        FakeWeb.plain(
            request ->
                request.path().equals("/a")
                    ? new FakeWeb.Response(308, Map.of("Location", "/a/"), "")
                    : FakeWeb.Response.ok("[]"));
    assertThat(get(service(web.url(), Map.of(), Optional.empty()), "/a").status()).isEqualTo(200);
  }

  @Test
  void aLoginIsNeverSentToAnotherServer() throws Exception {
    try (FakeWeb other = FakeWeb.plain(request -> FakeWeb.Response.ok("[]"))) {
      web =
          FakeWeb.plain(
              request -> new FakeWeb.Response(302, Map.of("Location", other.url() + "/a"), ""));
      WebService service = service(web.url(), Map.of(), Optional.of("Basic x"));
      assertThatThrownBy(() -> get(service, "/a"))
          .isInstanceOf(MeterException.class)
          .hasMessageContaining("leads to another server, " + other.url());
      assertThatThrownBy(() -> service.linked(service.below("/"), other.url() + "/x"))
          .isInstanceOf(MeterException.class);
      assertThat(other.requests()).isEmpty();
    }
  }

  @Test
  void redirectionsEnd() throws Exception {
    web = FakeWeb.plain(request -> new FakeWeb.Response(302, Map.of("Location", "/a"), ""));
    assertThatThrownBy(() -> get(service(web.url(), Map.of(), Optional.empty()), "/a"))
        .hasMessageContaining("again and again");
  }

  @Test
  void anAnswerThatIsTooLargeIsGivenUp() throws Exception {
    web = FakeWeb.plain(request -> FakeWeb.Response.ok("x".repeat(WebService.LIMIT + 1)));
    assertThatThrownBy(() -> get(service(web.url(), Map.of(), Optional.empty()), "/"))
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("larger than 16384 KiB");
  }

  @Test
  void aServerThatNeverAnswersIsGivenUp() throws Exception {
    web =
        FakeWeb.plain(
            request -> {
              awaitEnd();
              return FakeWeb.Response.ok("");
            });
    WebService service = service(web.url(), Map.of("timeout", "200ms"), Optional.empty());
    assertThatThrownBy(() -> get(service, "/a"))
        .isInstanceOf(MeterException.class)
        .hasMessage(
            web.url() + "/a did not answer within 200ms; give timeout=… where it needs longer.");
  }

  private void awaitEnd() {
    try {
      over.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void nobodyThereIsSaidSo() throws Exception {
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    WebService service = service("127.0.0.1:" + port, Map.of(), Optional.empty());
    assertThatThrownBy(() -> get(service, "/a"))
        .isInstanceOf(MeterException.class)
        .hasMessageStartingWith("Nothing answers at http://127.0.0.1:" + port + "/a;");
  }

  @Test
  void aSelfSignedCertificateIsRefusedUnlessToldOtherwise() throws Exception {
    web = FakeWeb.secure(keys.context(), request -> FakeWeb.Response.ok("[]"));
    WebService service = service(web.url(), Map.of(), Optional.of("Basic secret"));
    assertThatThrownBy(() -> get(service, "/a"))
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("cannot be trusted")
        .hasMessageContaining("insecure-certificate=true");
    assertThat(web.requests()).isEmpty();
  }

  @Test
  void aServerWithoutACommonCipherIsNotCalledUntrusted() throws Exception {
    SSLContext withoutKeys = SSLContext.getInstance("TLS");
    withoutKeys.init(null, null, null);
    web = FakeWeb.secure(withoutKeys, request -> FakeWeb.Response.ok("[]"));
    WebService service = service("https://" + web.authority(), Map.of(), Optional.empty());
    assertThatThrownBy(() -> get(service, "/a"))
        .isInstanceOf(MeterException.class)
        .hasMessageStartingWith("There is no secure connection to https://" + web.authority());
  }

  @Test
  void anyCertificateIsAcceptedByExplicitOptionAndTheNameSaysSo() throws Exception {
    web = FakeWeb.secure(keys.context(), request -> FakeWeb.Response.ok("[]"));
    WebService service =
        service(web.url(), Map.of("insecure-certificate", "true"), Optional.empty());
    assertThat(get(service, "/a").status()).isEqualTo(200);
    assertThat(service.name()).isEqualTo(web.authority() + " (certificate not checked)");
  }

  @Test
  void aCertificateInTheTrustedFileIsAccepted() throws Exception {
    web = FakeWeb.secure(keys.context(), request -> FakeWeb.Response.ok("[]"));
    Path pem = keys.writeCertificate(directory.resolve("trusted.pem"));
    WebService service = service(web.url(), Map.of("trust", pem.toString()), Optional.empty());
    assertThat(get(service, "/a").status()).isEqualTo(200);
    assertThat(service.name()).isEqualTo(web.authority());
  }

  @Test
  void anotherCertificateThanTheTrustedOneIsRefused() throws Exception {
    ServerKeys others = ServerKeys.create(Files.createDirectory(directory.resolve("others")));
    Path pem = others.writeCertificate(directory.resolve("others.pem"));
    web = FakeWeb.secure(keys.context(), request -> FakeWeb.Response.ok("[]"));
    WebService service = service(web.url(), Map.of("trust", pem.toString()), Optional.empty());
    assertThatThrownBy(() -> get(service, "/a")).hasMessageContaining("cannot be trusted");
  }

  @Test
  void aFileWithoutCertificatesIsRefused() throws Exception {
    Path empty = Files.writeString(directory.resolve("empty.pem"), "");
    assertThatThrownBy(
            () -> service("https://h", Map.of("trust", empty.toString()), Optional.empty()))
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("trust=" + empty);
  }

  @Test
  void trustAndNoTrustContradictEachOther() {
    assertThatThrownBy(
            () -> options("https://h", Map.of("trust", "/x", "insecure-certificate", "true")))
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("contradict");
  }

  @Test
  void aLoginInTheAddressIsRefusedAndNotRepeated() {
    assertThatThrownBy(() -> options("https://admin:secret@host", Map.of()))
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("credentials=")
        .hasMessageNotContaining("secret");
    assertThatThrownBy(() -> options("https://admin:sec ret@host", Map.of()))
        .isInstanceOf(MeterException.class)
        .hasMessageNotContaining("sec ret");
  }

  @Test
  void anAddressIsAHostOrAUrl() throws Exception {
    assertThat(options("h", Map.of()).server()).isEqualTo(URI.create("http://h"));
    assertThat(options("h:1", Map.of()).server()).isEqualTo(URI.create("http://h:1"));
    assertThat(options("https://h/x/", Map.of()).server()).isEqualTo(URI.create("https://h/x"));
    assertThatThrownBy(() -> options("ftp://h", Map.of())).isInstanceOf(MeterException.class);
    assertThatThrownBy(() -> options("http://h/?a=b", Map.of())).isInstanceOf(MeterException.class);
  }

  @Test
  void aTokenIsPreferredToAPassword() throws Exception {
    assertThat(
            WebOptions.authorization(
                rack(Map.of("QUORATE_RACK_USER", "u", "QUORATE_RACK_PASSWORD", "p"))))
        .contains("Basic dTpw");
    assertThat(
            WebOptions.authorization(
                rack(Map.of("QUORATE_RACK_USER", "u", "QUORATE_RACK_TOKEN", "t"))))
        .contains("Bearer t");
    assertThat(WebOptions.authorization(Credentials.none())).isEmpty();
    Credentials broken = rack(Map.of("QUORATE_RACK_TOKEN", "secret\nline"));
    assertThatThrownBy(() -> WebOptions.authorization(broken))
        .isInstanceOf(MeterException.class)
        .hasMessageNotContaining("secret");
  }

  private static Credentials rack(Map<String, String> secrets) throws MeterException {
    Map<String, String> environment = new LinkedHashMap<>(secrets);
    environment.put("QUORATE_RACK_HOST", "h");
    return Credentials.of(
        new MeterSettings("test", Map.of("credentials", "rack")), "h", environment);
  }

  private static WebOptions options(String address, Map<String, String> options)
      throws MeterException {
    return WebOptions.read(
        new MeterSettings("test", new LinkedHashMap<>(options)), address, "http");
  }

  private static WebService service(
      String address, Map<String, String> options, Optional<String> authorization)
      throws MeterException {
    return new WebService(options(address, options), authorization, CLOCK);
  }

  private static WebAnswer get(WebService service, String path) throws Exception {
    return service.get(service.below(path), Map.of());
  }

  @Test
  void whatMayBeASecretInAnAddressIsNotRepeated() {
    for (String address :
        java.util.List.of(
            "http://host:9090/metrics?token=hunter2",
            "http://host:9090/metrics#hunter2",
            "http://host:9090/hunter2 /metrics",
            "ftp://host/hunter2",
            "http://user:hunter2@ho st/",
            "hunter2 is it")) {
      assertThatThrownBy(
              () -> WebOptions.read(new MeterSettings("scrape", Map.of()), address, "http"))
          .isInstanceOf(MeterException.class)
          .hasNoCause()
          .hasMessageNotContaining("hunter2");
    }
    assertThatThrownBy(
            () ->
                WebOptions.read(
                    new MeterSettings("scrape", Map.of()), "http://host:9090/m?x=1", "http"))
        .hasMessageContaining("http://host");
  }
}
