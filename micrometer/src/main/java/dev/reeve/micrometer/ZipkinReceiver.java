package dev.reeve.micrometer;

import dev.reeve.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;

/**
 * Sends spans in the <a href="https://zipkin.io/zipkin-api/">JSON of Zipkin</a>, version 2, which Zipkin, Jaeger,
 * Grafana Tempo and the collector of OpenTelemetry accept. Zipkin has no links, so a link is the tag {@code
 * reeve.link}.
 */
public final class ZipkinReceiver implements SpanReceiver {

    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final int OK = 200;
    private static final int NO_SUCCESS = 300;

    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(TIMEOUT).build();
    private final URI address;

    /** @param address such as {@code http://localhost:9411/api/v2/spans} */
    public ZipkinReceiver(URI address) {
        this.address = address;
    }

    @Override
    public void write(List<SpanData> spans) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(address)
                .timeout(TIMEOUT)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(json(spans)))
                .build();
        int status =
                client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
        if (status < OK || status >= NO_SUCCESS) {
            throw new IOException("the receiver of spans answered with status " + status);
        }
    }

    static String json(List<SpanData> spans) {
        StringBuilder out = new StringBuilder("[");
        for (SpanData span : spans) {
            out.append(out.length() > 1 ? "," : "");
            write(span, out);
        }
        return out.append(']').toString();
    }

    private static void write(SpanData span, StringBuilder out) {
        out.append("{\"traceId\":").append(quoted(span.trace()));
        out.append(",\"id\":").append(quoted(span.id()));
        if (span.parent() != null) {
            out.append(",\"parentId\":").append(quoted(span.parent()));
        }
        long start = ChronoUnit.MICROS.between(Instant.EPOCH, span.start());
        out.append(",\"name\":").append(quoted(span.name()));
        out.append(",\"timestamp\":").append(start);
        // zero means unknown there
        out.append(",\"duration\":").append(Math.max(1, ChronoUnit.MICROS.between(span.start(), span.end())));
        out.append(",\"localEndpoint\":{\"serviceName\":\"reeve\"},\"tags\":");
        Map<String, String> tags = span.attributes();
        if (span.link() != null) {
            tags.put("reeve.link", span.link());
        }
        if (span.error() != null) {
            tags.put("error", span.error());
        }
        out.append(Json.of(tags).text()).append('}');
    }

    private static String quoted(String text) {
        return Json.of(text).text();
    }
}
