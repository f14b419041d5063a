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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Sends spans in the <a href="https://zipkin.io/zipkin-api/">JSON of Zipkin</a>, version 2, which Zipkin, Jaeger,
 * Grafana Tempo and the collector of OpenTelemetry accept. Zipkin has no links, so a link is the tag {@code
 * reeve.link}.
 */
public final class ZipkinReceiver implements SpanReceiver {

    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final int OK = 200;
    private static final int NO_SUCCESS = 300;

    /** Spans of one request; receivers bound the size of a body. */
    private static final int CHUNK = 1_000;

    private final HttpClient client;
    private final URI address;
    private final Duration timeout;

    /**
     * Sends spans to this address. A request may take ten seconds.
     *
     * @param address such as {@code http://localhost:9411/api/v2/spans}
     */
    public ZipkinReceiver(URI address) {
        this(address, TIMEOUT);
    }

    /** @param timeout of one request, up to the end of its answer */
    ZipkinReceiver(URI address, Duration timeout) {
        this.address = address;
        this.timeout = timeout;
        this.client = HttpClient.newBuilder().connectTimeout(timeout).build();
    }

    @Override
    public void write(List<SpanData> spans) throws IOException, InterruptedException {
        for (int from = 0; from < spans.size(); from += CHUNK) {
            post(spans.subList(from, Math.min(from + CHUNK, spans.size())));
        }
    }

    private void post(List<SpanData> spans) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(address)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(json(spans)))
                .build();
        // the timeout of a request ends with the headers of its answer
        CompletableFuture<HttpResponse<Void>> answer =
                client.sendAsync(request, HttpResponse.BodyHandlers.discarding());
        int status;
        try {
            status = answer.get(timeout.toMillis(), TimeUnit.MILLISECONDS).statusCode();
        } catch (TimeoutException e) {
            throw new IOException("the receiver of spans has not answered within " + timeout, e);
        } catch (ExecutionException e) {
            throw new IOException("the receiver of spans is not reached: " + e.getCause(), e);
        } finally {
            answer.cancel(true);
        }
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
