package org.quorate.power.redfish;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.quorate.power.http.FakeWeb.Request;
import org.quorate.power.http.FakeWeb.Response;

/** A controller's resources by path, behind sessions or basic authentication. */
public final class FakeController {
  public static final String USER = "operator";
  public static final String PASSWORD = "s3cret";

  private final Map<String, String> resources = new ConcurrentHashMap<>();
  private final Set<String> sessions = new HashSet<>();
  private int logins;
  private int loginFailure;
  private volatile boolean hasSessions = true;

  public FakeController() {
    put(
        "/redfish/v1/",
        """
        {"Chassis": {"@odata.id": "/redfish/v1/Chassis"},
         "Links": {"Sessions": {"@odata.id": "/redfish/v1/SessionService/Sessions"}}}
        """);
  }

  /** Sets what a resource says from now on. */
  public FakeController put(String path, String json) {
    resources.put(path, json);
    return this;
  }

  /** A collection and its members' links. */
  public FakeController collection(String path, String... members) {
    StringBuilder json = new StringBuilder("{\"Members\": [");
    for (String member : members) {
      json.append(json.charAt(json.length() - 1) == '[' ? "" : ",")
          .append("{\"@odata.id\": \"")
          .append(path)
          .append('/')
          .append(member)
          .append("\"}");
    }
    return put(path, json.append("]}").toString());
  }

  /** A chassis with links to what is named, each below it. */
  public FakeController chassis(String name, String... links) {
    String path = "/redfish/v1/Chassis/" + name;
    StringBuilder json = new StringBuilder("{\"Id\": \"" + name + "\"");
    for (String link : links) {
      json.append(",\"%s\": {\"@odata.id\": \"%s/%s\"}".formatted(link, path, link));
    }
    return put(path, json.append("}").toString());
  }

  FakeController withoutSessions() {
    hasSessions = false;
    return this;
  }

  /** Makes logins fail with a status until it is 0. */
  synchronized void failLogins(int status) {
    loginFailure = status;
  }

  /** Forgets all sessions, as a controller does that restarts. */
  synchronized void forgetSessions() {
    sessions.clear();
  }

  synchronized int openSessions() {
    return sessions.size();
  }

  synchronized int logins() {
    return logins;
  }

  public synchronized Response answer(Request request) {
    String path = request.path();
    if (path.equals("/redfish/v1/SessionService/Sessions") && request.method().equals("POST")) {
      return logIn(request);
    }
    if (!path.equals("/redfish/v1/") && !isLetIn(request)) {
      return Response.status(401);
    }
    if (request.method().equals("DELETE")) {
      String token = path.substring(path.lastIndexOf('/') + 1);
      return Response.status(sessions.remove(token) ? 204 : 404);
    }
    String json = resources.get(path);
    return json == null ? Response.status(404) : Response.ok(json);
  }

  private Response logIn(Request request) {
    if (!hasSessions) {
      return Response.status(405);
    }
    if (loginFailure != 0) {
      return Response.status(loginFailure);
    }
    if (!request.body().contains("\"" + PASSWORD + "\"")) {
      return Response.status(401);
    }
    String token = "token" + ++logins;
    sessions.add(token);
    // Behind a proxy, a controller does not know the host that it is asked by.
    String location = "https://10.1.2.3/redfish/v1/SessionService/Sessions/" + token;
    return new Response(201, Map.of("X-Auth-Token", token, "Location", location), "{}");
  }

  private boolean isLetIn(Request request) {
    String login =
        Base64.getEncoder()
            .encodeToString((USER + ":" + PASSWORD).getBytes(StandardCharsets.UTF_8));
    return sessions.contains(request.headers().getOrDefault("x-auth-token", ""))
        || ("Basic " + login).equals(request.headers().get("authorization"));
  }
}
