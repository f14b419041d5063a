package dev.reeve.internal.http.hostile;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;

/** The requests of docs/reference/hostile-requests.md, by the text of their rows. */
public final class HostileRequests {

    /** Sends a request, and returns the status of its answer, or {@code closed}. */
    @FunctionalInterface
    public interface Sender {
        String send() throws Exception;
    }

    private static final String CLOSED = "closed";
    private static final int PATIENCE_MILLIS = 30_000;
    private static final int TEXT_MAX = 16_384;
    private static final Pattern LENGTH = Pattern.compile("(?i)\r\ncontent-length: *([0-9]{1,5})\r\n");

    private final int port;
    private final String mount;
    private final String authorization;
    private final int connectionsMax;
    private final Runnable change;
    private final Map<String, Sender> all = new LinkedHashMap<>();
    private String text = "";

    /**
     * @param mount the path under which the server has the API; empty at its root
     * @param authorization the credentials of a caller who may do everything, as the value of a header
     * @param change causes an event in the streams of events
     */
    public HostileRequests(int port, String mount, String authorization, int connectionsMax, Runnable change) {
        this.port = port;
        this.mount = mount;
        this.authorization = authorization;
        this.connectionsMax = connectionsMax;
        this.change = change;
        addSizes();
        addBodies();
        addFraming();
        addWaysAround();
    }

    public Map<String, Sender> all() {
        return all;
    }

    /** The headers and the body of the last answer that was an error. */
    public String text() {
        return text;
    }

    private String with(String request) {
        return request.replace("KEY", "Authorization: " + authorization).replace("\n", "\r\n");
    }

    private void row(String name, String request) {
        all.put(name, () -> exchange(with(request).getBytes(StandardCharsets.ISO_8859_1)));
    }

    private String head(String more) {
        return "POST " + mount + "/v1/executions HTTP/1.1\nHost: localhost\nKEY\n" + more;
    }

    private void json(String name, String body) {
        body(name, "application/json", body.getBytes(StandardCharsets.UTF_8));
    }

    private void body(String name, String type, byte[] body) {
        all.put(
                name,
                () -> exchange(joined(
                        with(head("Content-Type: " + type + "\nContent-Length: " + body.length + "\n\n"))
                                .getBytes(StandardCharsets.ISO_8859_1),
                        body)));
    }

    private static byte[] joined(byte[] first, byte[] second) {
        byte[] both = new byte[first.length + second.length];
        System.arraycopy(first, 0, both, 0, first.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket();
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), PATIENCE_MILLIS);
        socket.setSoTimeout(PATIENCE_MILLIS);
        return socket;
    }

    private String exchange(byte[] request) throws IOException {
        try (Socket socket = connect()) {
            try {
                socket.getOutputStream().write(request);
            } catch (SocketException e) {
                // the server has answered before the end of the request
            }
            return status(socket.getInputStream());
        }
    }

    private String status(InputStream in) throws IOException {
        text = "";
        try {
            byte[] line = in.readNBytes(12);
            if (line.length < 12) {
                return CLOSED;
            }
            String status = new String(line, 9, 3, StandardCharsets.US_ASCII);
            text = status.equals("200") ? "" : rest(in);
            return status;
        } catch (SocketException e) {
            return CLOSED;
        }
    }

    /** Reads on to the end of the body, or of the connection. */
    private static String rest(InputStream in) {
        StringBuilder read = new StringBuilder();
        try {
            int next = in.read();
            while (next >= 0 && read.length() < TEXT_MAX) {
                read.append((char) next);
                Matcher length = LENGTH.matcher(next == '\n' && read.toString().endsWith("\r\n\r\n") ? read : "");
                if (length.find()) {
                    byte[] body = in.readNBytes(Integer.parseInt(length.group(1)));
                    return read + new String(body, StandardCharsets.UTF_8);
                }
                next = in.read();
            }
        } catch (IOException e) {
            // the server has closed the connection, or sends nothing more
        }
        return read.toString();
    }

    /** Sends the beginning, and then the same part again and again, until the server answers or closes. */
    private String endless(String beginning, byte[] part, int partsMax) throws IOException {
        try (Socket socket = connect()) {
            socket.getOutputStream().write(with(beginning).getBytes(StandardCharsets.ISO_8859_1));
            try {
                for (int i = 0; i < partsMax && socket.getInputStream().available() == 0; i++) {
                    socket.getOutputStream().write(part);
                }
            } catch (SocketException e) {
                // the server has closed the connection, maybe after an answer
            }
            return status(socket.getInputStream());
        }
    }

    /** As above, a byte each few milliseconds. */
    private String slow(String beginning) throws IOException, InterruptedException {
        try (Socket socket = connect()) {
            socket.getOutputStream().write(with(beginning).getBytes(StandardCharsets.ISO_8859_1));
            socket.setSoTimeout(50);
            long end = System.nanoTime() + PATIENCE_MILLIS * 1_000_000L;
            while (System.nanoTime() < end) {
                try {
                    return status(socket.getInputStream());
                } catch (SocketTimeoutException e) {
                    try {
                        socket.getOutputStream().write('x');
                    } catch (SocketException gone) {
                        return CLOSED;
                    }
                }
            }
            return "open";
        }
    }

    private void addSizes() {
        String json = "Content-Type: application/json\n";
        all.put("a body of 2 MiB", () -> endless(head(json + "Content-Length: 2097152\n\n"), new byte[65_536], 32));
        byte[] chunk = ("10000\r\n" + " ".repeat(65_536) + "\r\n").getBytes(StandardCharsets.US_ASCII);
        all.put(
                "a chunked body without an end",
                () -> endless(head(json + "Transfer-Encoding: chunked\n\n"), chunk, 1_000));
        all.put("a body that ends too early", () -> {
            try (Socket socket = connect()) {
                socket.getOutputStream()
                        .write(with(head(json + "Content-Length: 100\n\n{")).getBytes(StandardCharsets.US_ASCII));
                socket.shutdownOutput();
                return status(socket.getInputStream());
            }
        });
        row("a body that stops", head(json + "Content-Length: 100\n\n{"));
        all.put("a body of one byte at a time", () -> slow(head(json + "Content-Length: 100000\n\n")));
        row("a header of 20 KiB", head("X: " + "x".repeat(20_000) + "\n\n"));
        row("a thousand headers", head("X: x\n".repeat(1_000) + "Y: " + "y".repeat(8_000) + "\n\n"));
        all.put(
                "a header of one byte at a time",
                () -> slow("GET " + mount + "/v1/self HTTP/1.1\nHost: localhost\nX: "));
        row("an address of 20 KiB", "GET " + mount + "/" + "x".repeat(20_000) + " HTTP/1.1\nHost: localhost\nKEY\n\n");
        row("a path of 5,000 characters", get("/v1/" + "x".repeat(5_000)));
        row("a query of 200 parameters", get("/v1/executions?" + "a=1&".repeat(200)));
        all.put("a stream of events that the client never reads", this::unreadStream);
        all.put("idle connections up to the maximum", this::idle);
        all.put(
                "half of a TLS greeting to a plain port",
                () -> exchange(new byte[] {0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, (byte) 0xfc, 0x03, 0x03}));
    }

    private String get(String target) {
        return "GET " + mount + target + " HTTP/1.1\nHost: localhost\nKEY\n\n";
    }

    /** Reads the beginning of a stream of events, and no more, until the server gives it up. */
    private String unreadStream() throws IOException {
        try (Socket socket = new Socket()) {
            socket.setReceiveBufferSize(4_096);
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), PATIENCE_MILLIS);
            socket.getOutputStream().write(with(get("/v1/changes")).getBytes(StandardCharsets.US_ASCII));
            String status = status(socket.getInputStream());
            if (!status.equals("200")) {
                return status;
            }
            long end = System.nanoTime() + PATIENCE_MILLIS * 1_000_000L;
            while (System.nanoTime() < end) {
                for (int i = 0; i < 50; i++) {
                    change.run();
                }
                try { // a byte to a connection that was closed is answered with a reset
                    socket.getOutputStream().write('x');
                } catch (SocketException e) {
                    return CLOSED;
                }
            }
            return "open";
        }
    }

    private String idle() throws IOException {
        List<Socket> sockets = new ArrayList<>();
        try {
            for (int i = 0; i < connectionsMax; i++) {
                sockets.add(connect());
            }
            String last = "";
            for (Socket each : sockets) {
                last = each.getInputStream().read() < 0 ? CLOSED : "answered";
            }
            return last;
        } finally {
            for (Socket each : sockets) {
                each.close();
            }
        }
    }

    private void addBodies() {
        row("no body", head("Content-Type: application/json\nContent-Length: 0\n\n"));
        json(
                "JSON of 10,000 nested arrays",
                "{\"workflow\": \"w\", \"input\": " + "[".repeat(10_000) + "]".repeat(10_000) + "}");
        json("JSON with a member twice", "{\"workflow\": \"w\", \"workflow\": \"v\"}");
        json("JSON with an unknown member", "{\"workflow\": \"w\", \"__proto__\": {}}");
        json("JSON with NaN", "{\"workflow\": \"w\", \"input\": NaN}");
        json("JSON with the number 1e999", "{\"workflow\": \"w\", \"input\": 1e999}");
        json("JSON with a number of 10,000 digits", "{\"workflow\": \"w\", \"input\": " + "9".repeat(10_000) + "}");
        json("JSON with half of a surrogate pair", "{\"workflow\": \"w\", \"input\": \"\\ud800\"}");
        json("JSON with a NUL character", "{\"workflow\": \"w\", \"input\": \"\\u0000\"}");
        json("two JSON values", "{\"workflow\": \"w\"} {\"workflow\": \"w\"}");
        body("bytes that are not UTF-8", "application/json", new byte[] {'"', (byte) 0xc0, (byte) 0xaf, '"'});
        body("UTF-16", "application/json", "{\"workflow\": \"w\"}".getBytes(StandardCharsets.UTF_16));
        row("a body without a type", head("Content-Length: 2\n\n{}"));
        body("a body as text/plain", "text/plain", "{\"workflow\": \"w\"}".getBytes(StandardCharsets.UTF_8));
        body("a form", "application/x-www-form-urlencoded", "workflow=w".getBytes(StandardCharsets.UTF_8));
        byte[] bomb = zeros();
        all.put(
                "a compressed body of 1 GiB of zeros",
                () -> exchange(joined(
                        with(head("Content-Type: application/json\nContent-Encoding: gzip\nContent-Length: "
                                        + bomb.length + "\n\n"))
                                .getBytes(StandardCharsets.ISO_8859_1),
                        bomb)));
        StringBuilder laughs = new StringBuilder("a0: &a0 lol\n");
        for (int i = 1; i < 10; i++) {
            laughs.append("a%d: &a%d [%s]\n".formatted(i, i, ("*a" + (i - 1) + ",").repeat(9)));
        }
        yaml("YAML with a billion laughs", laughs.toString());
        yaml("YAML with a tag of a Java class", "workflow: !!javax.script.ScriptEngineManager []\nsteps: {}\n");
    }

    private void yaml(String name, String text) {
        String request = "POST " + mount
                + "/v1/definitions HTTP/1.1\nHost: localhost\nKEY\nContent-Type: application/yaml\nContent-Length: ";
        all.put(
                name,
                () -> exchange(joined(
                        with(request + text.length() + "\n\n").getBytes(StandardCharsets.US_ASCII),
                        text.getBytes(StandardCharsets.US_ASCII))));
    }

    /** About 1 MB, so the body itself is small enough. */
    private static byte[] zeros() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(bytes)) {
            byte[] zeros = new byte[1 << 20];
            for (int i = 0; i < 1_024; i++) {
                out.write(zeros);
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return bytes.toByteArray();
    }

    private void addFraming() {
        String json = "Content-Type: application/json\n";
        row("two Content-Length headers", head(json + "Content-Length: 2\nContent-Length: 3\n\n{} "));
        row("a Content-Length that is no number", head(json + "Content-Length: 0x2\n\n{}"));
        row("a Content-Length below zero", head(json + "Content-Length: -2\n\n{}"));
        row(
                "Content-Length and Transfer-Encoding",
                head(json + "Content-Length: 5\nTransfer-Encoding: chunked\n\n0\n\nGET /health/live HTTP/1.1\n\n"));
        row("an unknown Transfer-Encoding", head(json + "Transfer-Encoding: xchunked\n\n0\n\n"));
        row("a chunk size that is no number", head(json + "Transfer-Encoding: chunked\n\nxyz\n{}\n0\n\n"));
        row("a chunk size that overflows", head(json + "Transfer-Encoding: chunked\n\nffffffffffffffff1\n{}\n0\n\n"));
        row("a folded header", "GET " + mount + "/v1/self HTTP/1.1\nHost: localhost\nKEY\nX: a\n b\n\n");
        row(
                "a space before the colon of a header",
                "GET " + mount + "/v1/self HTTP/1.1\nHost: localhost\nKEY\nX : a\n\n");
        row("a NUL character in a header", "GET " + mount + "/v1/self HTTP/1.1\nHost: localhost\nKEY\nX: a\0b\n\n");
        row("a header without a name", "GET " + mount + "/v1/self HTTP/1.1\nHost: localhost\nKEY\n: a\n\n");
        row("no Host header", "GET " + mount + "/v1/self HTTP/1.1\nKEY\n\n");
        row("two Host headers", "GET " + mount + "/v1/self HTTP/1.1\nHost: localhost\nHost: localhost\nKEY\n\n");
        row("a Host header with another name", "GET " + mount + "/v1/self HTTP/1.1\nHost: evil.example\nKEY\n\n");
        row(
                "an absolute address of another host",
                "GET http://evil.example" + mount + "/v1/self HTTP/1.1\nHost: localhost\nKEY\n\n");
        row("a line of HTTP/0.9", "GET " + mount + "/v1/self\n");
        row("HTTP/9.9", "GET " + mount + "/v1/self HTTP/9.9\nHost: localhost\nKEY\n\n");
        row("random bytes", "\u0001\u0002\u00fe\u00ff\u0000 \u0003\n\n");
    }

    private String withoutKey(String target) {
        return "GET " + mount + target + " HTTP/1.1\nHost: localhost\n\n";
    }

    private void addWaysAround() {
        row("no key", withoutKey("/v1/self"));
        row(
                "an unknown key",
                get("/v1/self").replace("KEY", "Authorization: Bearer reeve_0123456789ab_" + "x".repeat(43)));
        row("a key of 8,000 characters", get("/v1/self").replace("KEY", "Authorization: Bearer " + "x".repeat(8_000)));
        row("two Authorization headers", get("/v1/self").replace("KEY", "KEY\nAuthorization: Bearer x"));
        row(
                "a user and a password instead of a key",
                get("/v1/self").replace("KEY", "Authorization: Basic YWRtaW46YWRtaW4="));
        row("the path of a public page, then `..`, without a key", withoutKey("/health/live/../../v1/self"));
        row("the same with `%2e%2e`", withoutKey("/health/live/%2e%2e/%2e%2e/v1/self"));
        row("the same with `%252e%252e`", withoutKey("/health/live/%252e%252e/%252e%252e/v1/self"));
        row("a backslash instead of a slash", withoutKey("/health/live\\..\\..\\v1\\self"));
        row("`%2f` instead of a slash", get("/v1%2fself"));
        row("two slashes", get("//v1/self"));
        row("a slash at the end", get("/v1/self/"));
        row("a dot at the end", get("/v1/self."));
        row("a semicolon in the path", get("/v1/self;x=1"));
        row("capitals in the path", get("/V1/SELF"));
        row("`%00` in the path", get("/v1/self%00"));
        row("an overlong UTF-8 slash in the path", get("/v1%c0%afself"));
        row("HEAD without a key", withoutKey("/v1/self").replace("GET", "HEAD"));
        row("OPTIONS without a key", withoutKey("/v1/self").replace("GET", "OPTIONS"));
        row("an unknown method", get("/v1/self").replace("GET", "BREW"));
        row("a method in small letters, without a key", withoutKey("/v1/self").replace("GET", "get"));
        row("TRACE", get("/v1/self").replace("GET", "TRACE"));
        row("CONNECT", "CONNECT localhost:22 HTTP/1.1\nHost: localhost\nKEY\n\n");
        row("X-HTTP-Method-Override: DELETE", get("/v1/self").replace("KEY", "KEY\nX-HTTP-Method-Override: DELETE"));
        row(
                "X-Forwarded-For: 127.0.0.1, without a key",
                withoutKey("/v1/self").replace("\n\n", "\nX-Forwarded-For: 127.0.0.1\n\n"));
        row(
                "X-Original-URL: /health/live, without a key",
                withoutKey("/v1/self").replace("\n\n", "\nX-Original-URL: /health/live\n\n"));
        row(
                "an upgrade to a web socket, without a key",
                withoutKey("/v1/self")
                        .replace(
                                "\n\n",
                                "\nConnection: Upgrade\nUpgrade: websocket\nSec-WebSocket-Version: 13\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\n\n"));
        row("an Origin of another site", get("/v1/self").replace("KEY", "KEY\nOrigin: https://evil.example"));
        row("a namespace that is no name", get("/v1/self").replace("KEY", "KEY\nReeve-Namespace: ../default"));
    }
}
