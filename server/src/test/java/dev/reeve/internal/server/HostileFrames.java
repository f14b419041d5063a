package dev.reeve.internal.server;

import static dev.reeve.internal.server.FrameSocket.CONTINUATION;
import static dev.reeve.internal.server.FrameSocket.DATA;
import static dev.reeve.internal.server.FrameSocket.END_HEADERS;
import static dev.reeve.internal.server.FrameSocket.END_STREAM;
import static dev.reeve.internal.server.FrameSocket.GOAWAY;
import static dev.reeve.internal.server.FrameSocket.HEADERS;
import static dev.reeve.internal.server.FrameSocket.PING;
import static dev.reeve.internal.server.FrameSocket.PRIORITY;
import static dev.reeve.internal.server.FrameSocket.PUSH_PROMISE;
import static dev.reeve.internal.server.FrameSocket.RST_STREAM;
import static dev.reeve.internal.server.FrameSocket.SETTINGS;
import static dev.reeve.internal.server.FrameSocket.UNKNOWN;
import static dev.reeve.internal.server.FrameSocket.WINDOW_UPDATE;
import static dev.reeve.internal.server.FrameSocket.field;
import static dev.reeve.internal.server.FrameSocket.frame;
import static dev.reeve.internal.server.FrameSocket.joined;
import static dev.reeve.internal.server.FrameSocket.number;
import static dev.reeve.internal.server.FrameSocket.text;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;

/** The HTTP/2 frames of the page of hostile requests, written by hand to a plain socket. */
final class HostileFrames {

    /** Sends one of them, and says how the server has answered. */
    @FunctionalInterface
    interface Sender {
        String send() throws IOException;
    }

    private static final String CLOSED = "closed";
    private static final String OPEN = "open";

    private static final int REFUSED_STREAM = 7;
    private static final int CANCEL = 8;

    /** More than a server that counts lets through, and more than one that does not can take in its stride. */
    private static final int FLOOD = 200_000;

    private static final int FRAME_MAX = 16_384;

    private final int port;
    private final String key;
    private final Map<String, Sender> all = new LinkedHashMap<>();

    /** @param key that the server knows */
    HostileFrames(int port, String key) {
        this.port = port;
        this.key = key;
        addFloods();
        addHeaders();
        addWindows();
        addRules();
    }

    /** By the text of their rows. */
    Map<String, Sender> all() {
        return all;
    }

    private void addFloods() {
        flood("requests, each cancelled at once", (out, i) -> {
            frame(out, HEADERS, END_STREAM | END_HEADERS, stream(i), request("GET", "/v1/self"));
            frame(out, RST_STREAM, 0, stream(i), number(CANCEL));
        });
        flood("requests, each cancelled by a window of zero", (out, i) -> {
            frame(out, HEADERS, END_STREAM | END_HEADERS, stream(i), request("GET", "/v1/self"));
            frame(out, WINDOW_UPDATE, 0, stream(i), number(0));
        });
        flood("SETTINGS without an end", (out, i) -> frame(out, SETTINGS, 0, 0, new byte[0]));
        flood("SETTINGS of 2,730 values without an end", (out, i) -> frame(out, SETTINGS, 0, 0, settings(2_730)));
        flood("PING without an end", (out, i) -> frame(out, PING, 0, 0, new byte[8]));
        flood("PRIORITY without an end", (out, i) -> frame(out, PRIORITY, 0, stream(i), new byte[5]));
        flood("empty DATA without an end", (out, i) -> {
            if (i == 0) {
                frame(out, HEADERS, END_HEADERS, 1, request("POST", "/v1/executions"));
            }
            frame(out, DATA, 0, 1, new byte[0]);
        });
        flood("frames of an unknown type without an end", (out, i) -> frame(out, UNKNOWN, 0, 0, new byte[0]));
        flood("resets of streams that never were", (out, i) -> frame(out, RST_STREAM, 0, stream(i), number(CANCEL)));
    }

    private void addHeaders() {
        flood("a header block in CONTINUATION without an end", (out, i) -> {
            if (i == 0) {
                frame(out, HEADERS, 0, 1, request("GET", "/v1/self"));
            }
            frame(out, CONTINUATION, 0, 1, field("x" + i, "y".repeat(100)));
        });
        flood("empty CONTINUATION without an end", (out, i) -> {
            if (i == 0) {
                frame(out, HEADERS, 0, 1, request("GET", "/v1/self"));
            }
            frame(out, CONTINUATION, 0, 1, new byte[0]);
        });
        all.put("a header block that is never ended", () -> {
            try (FrameSocket socket = new FrameSocket(port)) {
                frame(socket.out(), HEADERS, 0, 1, request("GET", "/v1/self"));
                return ending(socket, 1);
            }
        });
        all.put("a header of 4,000 characters that is named 4,000 times", () -> {
            ByteArrayOutputStream block = new ByteArrayOutputStream();
            block.writeBytes(request("GET", "/v1/self"));
            block.write(0x40); // a literal that joins the table
            text(block, "bomb");
            text(block, "b".repeat(4_000));
            for (int i = 0; i < 4_000; i++) {
                block.write(0x80 | 62); // the newest of the table
            }
            return once(out -> frame(out, HEADERS, END_STREAM | END_HEADERS, 1, block.toByteArray()));
        });
        all.put("a header that names an entry which the table does not have", () -> {
            byte[] block = joined(request("GET", "/v1/self"), new byte[] {(byte) 0xfe});
            return once(out -> frame(out, HEADERS, END_STREAM | END_HEADERS, 1, block));
        });
        all.put("a length of a header that overflows", () -> {
            byte[] length = {0, 0x7f, (byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0xff, 0x7f};
            byte[] block = joined(request("GET", "/v1/self"), length);
            return once(out -> frame(out, HEADERS, END_STREAM | END_HEADERS, 1, block));
        });
        all.put(
                "another frame within a header block",
                () -> once(out -> {
                    frame(out, HEADERS, 0, 1, request("GET", "/v1/self"));
                    frame(out, PING, 0, 0, new byte[8]);
                }));
    }

    private void addWindows() {
        flood("WINDOW_UPDATE without an end", (out, i) -> frame(out, WINDOW_UPDATE, 0, 0, number(1)));
        all.put(
                "a window that overflows",
                () -> once(out -> {
                    frame(out, WINDOW_UPDATE, 0, 0, number(Integer.MAX_VALUE));
                    frame(out, WINDOW_UPDATE, 0, 0, number(Integer.MAX_VALUE));
                }));
        all.put("a window update of zero", () -> once(out -> frame(out, WINDOW_UPDATE, 0, 0, number(0))));
        all.put("answers that the client never makes room for", this::noWindow);
        all.put(
                "more body than the window has room for",
                () -> once(out -> {
                    frame(out, HEADERS, END_HEADERS, 1, request("POST", "/v1/executions"));
                    for (int i = 0; i < 1_000; i++) {
                        frame(out, DATA, 0, 1, new byte[FRAME_MAX]);
                    }
                }));
    }

    private void addRules() {
        all.put(
                "more requests at once than the server takes",
                () -> once(out -> {
                    for (int i = 0; i < 200; i++) {
                        frame(out, HEADERS, END_HEADERS, stream(i), request("POST", "/v1/executions"));
                    }
                }));
        all.put(
                "a frame larger than the server takes",
                () -> once(out -> frame(out, DATA, 0, 1, new byte[FRAME_MAX + 1])));
        all.put(
                "a frame of 16 MiB that never comes",
                () -> once(out -> out.write(new byte[] {(byte) 0xff, (byte) 0xff, (byte) 0xff, DATA, 0, 0, 0, 0, 1})));
        all.put(
                "a request on a stream of the server",
                () -> once(out -> frame(out, HEADERS, END_STREAM | END_HEADERS, 2, request("GET", "/v1/self"))));
        all.put(
                "a request on a stream before that of another request",
                () -> once(3, out -> {
                    frame(out, HEADERS, END_STREAM | END_HEADERS, 5, request("GET", "/v1/self"));
                    frame(out, HEADERS, END_STREAM | END_HEADERS, 3, request("GET", "/v1/self"));
                }));
        all.put(
                "a promise of the client",
                () -> once(out ->
                        frame(out, PUSH_PROMISE, END_HEADERS, 1, joined(number(2), request("GET", "/v1/self")))));
        all.put(
                "a request with a header of HTTP/1.1",
                () -> once(out -> frame(
                        out,
                        HEADERS,
                        END_STREAM | END_HEADERS,
                        1,
                        joined(request("GET", "/v1/self"), field("transfer-encoding", "chunked")))));
    }

    // sending

    @FunctionalInterface
    private interface Part {
        void write(OutputStream out, int number) throws IOException;
    }

    @FunctionalInterface
    private interface Once {
        void write(OutputStream out) throws IOException;
    }

    /** Writes parts, reads nothing meanwhile, and gives up when the server has ended the connection. */
    private void flood(String name, Part part) {
        all.put(name, () -> {
            try (FrameSocket socket = new FrameSocket(port)) {
                try {
                    for (int i = 0; i < FLOOD; ) {
                        ByteArrayOutputStream several = new ByteArrayOutputStream();
                        for (int end = i + 100; i < end; i++) {
                            part.write(several, i);
                        }
                        several.writeTo(socket.out());
                    }
                } catch (SocketException e) {
                    return CLOSED;
                }
                return ending(socket, 1);
            }
        });
    }

    private String once(Once request) throws IOException {
        return once(1, request);
    }

    private String once(int stream, Once request) throws IOException {
        try (FrameSocket socket = new FrameSocket(port)) {
            try {
                request.write(socket.out());
            } catch (SocketException e) {
                return CLOSED;
            }
            return ending(socket, stream);
        }
    }

    /** A request that is as good as it can be, for comparison. */
    String good() throws IOException {
        return once(out -> frame(out, HEADERS, END_STREAM | END_HEADERS, 1, request("GET", "/v1/self")));
    }

    /** Asks for long answers, with a window of zero, until the server gives them up. */
    private String noWindow() throws IOException {
        try (FrameSocket socket = new FrameSocket(port)) {
            OutputStream out = socket.out();
            byte[] zero = ByteBuffer.allocate(6).putShort((short) 4).putInt(0).array();
            frame(out, SETTINGS, 0, 0, zero);
            for (int i = 0; i < 100; i++) {
                frame(out, HEADERS, END_STREAM | END_HEADERS, stream(i), request("GET", "/v1/openapi.yaml"));
            }
            return ending(socket, 0);
        }
    }

    /** Reads frames until the server answers a request, refuses one, says goodbye, or closes the connection. */
    private static String ending(FrameSocket socket, int asked) throws IOException {
        try {
            while (true) {
                FrameSocket.Frame frame = socket.read();
                if (frame.type() == GOAWAY) {
                    return CLOSED;
                }
                if (frame.type() == RST_STREAM) {
                    return frame.number() == REFUSED_STREAM ? "refused" : "reset";
                }
                if (frame.type() == HEADERS && frame.stream() == asked) {
                    return FrameSocket.status(frame.content());
                }
            }
        } catch (SocketTimeoutException e) {
            return OPEN;
        } catch (IOException e) {
            return CLOSED;
        }
    }

    private static int stream(int number) {
        return 2 * number + 1;
    }

    private byte[] request(String method, String path) {
        return joined(FrameSocket.request(method, path), field("authorization", "Bearer " + key));
    }

    private static byte[] settings(int values) {
        ByteBuffer all = ByteBuffer.allocate(6 * values);
        for (int i = 0; i < values; i++) {
            all.putShort((short) 3).putInt(100);
        }
        return all.array();
    }
}
