import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.regex.Pattern;

/** Does the exchanges with the client of the JDK. Bodies are written as text, as many do. */
class Client {
  static final StringBuffer heard = new StringBuffer();

  public static void main(String[] args) throws Exception {
    var environment = System.getenv();
    var base = environment.get("BASE");
    var client = HttpClient.newHttpClient();
    Map<String, String> kept = new HashMap<>(Map.of("market", environment.get("MARKET")));
    WebSocket socket = null;
    for (var line : Files.readAllLines(Path.of(environment.get("EXCHANGES")))) {
      if (line.startsWith("#")) continue;
      long now = System.currentTimeMillis();
      kept.put("now", Long.toString(now));
      kept.put("past", Long.toString(now - 30_000));
      for (var one : kept.entrySet()) line = line.replace("$" + one.getKey(), one.getValue());
      var parts = line.split("\t", -1);
      var path = parts[2];
      switch (parts[1]) {
        case "OPEN" -> socket = client.newWebSocketBuilder()
            .buildAsync(URI.create(base.replace("http", "ws") + path), new Hearing()).get();
        case "HEAR" -> { while (heard.indexOf(path) < 0) Thread.sleep(10); }
        case "CLOSE" -> socket.sendClose(WebSocket.NORMAL_CLOSURE, "").get();
        default -> {
          var body = parts.length > 3 ? parts[3] : "";
          var asked = HttpRequest.newBuilder(URI.create(base + path)).method(parts[1],
              body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
          if (!body.isEmpty()) asked.header("Content-Type", "application/json");
          var key = environment.get(parts[0].toUpperCase() + "_KEY");
          if (key != null) asked.header("Authorization", "Bearer " + key);
          var answer = client.send(asked.build(), BodyHandlers.ofString()).body();
          if (parts.length < 5) continue;
          var keep = parts[4].split("=");
          var found = Pattern.compile("\"" + keep[1] + "\"\\s*:\\s*\"([^\"]+)\"").matcher(answer);
          if (found.find()) kept.put(keep[0], found.group(1));
        }
      }
    }
  }

  static class Hearing implements WebSocket.Listener {
    public CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
      heard.append(data);
      return WebSocket.Listener.super.onText(socket, data, last);
    }
  }
}
