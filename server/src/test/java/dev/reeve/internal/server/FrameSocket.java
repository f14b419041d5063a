package dev.reeve.internal.server;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** A connection on which HTTP/2 is written by hand. */
final class FrameSocket implements AutoCloseable {

    static final int DATA = 0;
    static final int HEADERS = 1;
    static final int PRIORITY = 2;
    static final int RST_STREAM = 3;
    static final int SETTINGS = 4;
    static final int PUSH_PROMISE = 5;
    static final int PING = 6;
    static final int GOAWAY = 7;
    static final int WINDOW_UPDATE = 8;
    static final int CONTINUATION = 9;
    static final int UNKNOWN = 200;

    static final int END_STREAM = 1;
    static final int END_HEADERS = 4;

    private static final int PATIENCE_MILLIS = 20_000;

    /** Statuses in the table that both sides have from the beginning. */
    private static final Map<Integer, String> STATUSES =
            Map.of(0x88, "200", 0x89, "204", 0x8c, "400", 0x8d, "404", 0x8e, "500");

    /** A frame of the server. */
    static final class Frame {
        private final int type;
        private final int stream;
        private final byte[] content;

        private Frame(int type, int stream, byte[] content) {
            this.type = type;
            this.stream = stream;
            this.content = content;
        }

        int type() {
            return type;
        }

        int stream() {
            return stream;
        }

        byte[] content() {
            return content;
        }

        /** The first number of its content. */
        int number() {
            return ByteBuffer.wrap(content).getInt();
        }
    }

    private final Socket socket;
    private final DataInputStream in;

    /** Connects, and sends the beginning of a connection. */
    FrameSocket(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(PATIENCE_MILLIS);
        in = new DataInputStream(socket.getInputStream());
        out().write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        frame(out(), SETTINGS, 0, 0, new byte[0]);
    }

    OutputStream out() throws IOException {
        return socket.getOutputStream();
    }

    /** Waits for the next frame of the server. */
    Frame read() throws IOException {
        int length = (in.readUnsignedByte() << 16) | in.readUnsignedShort();
        int type = in.readUnsignedByte();
        in.skipNBytes(1);
        return new Frame(type, in.readInt(), in.readNBytes(length));
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    /** The status is the first header, behind an update of the size of the table. */
    static String status(byte[] block) {
        int at = 0;
        if ((block[at] & 0xe0) == 0x20) {
            boolean isLong = (block[at++] & 0x1f) == 0x1f;
            while (isLong && block[at++] < 0) {}
        }
        return STATUSES.getOrDefault(block[at] & 0xff, "answered");
    }

    /** The headers of a request. */
    static byte[] request(String method, String path) {
        return joined(
                field(":method", method),
                field(":scheme", "http"),
                field(":authority", "localhost"),
                field(":path", path),
                field("content-type", "application/json"));
    }

    /** A literal that does not join the table. */
    static byte[] field(String name, String value) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(0);
        text(out, name);
        text(out, value);
        return out.toByteArray();
    }

    static void text(ByteArrayOutputStream out, String text) {
        int length = text.length();
        if (length < 127) {
            out.write(length);
        } else {
            out.write(127);
            for (length -= 127; length >= 128; length >>= 7) {
                out.write((length & 127) | 128);
            }
            out.write(length);
        }
        out.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
    }

    static byte[] number(int number) {
        return ByteBuffer.allocate(4).putInt(number).array();
    }

    static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }

    /** A frame begins with its length, type, flags and stream. */
    static void frame(OutputStream out, int type, int flags, int stream, byte[] content) throws IOException {
        ByteBuffer frame = ByteBuffer.allocate(9 + content.length);
        frame.put((byte) (content.length >> 16)).putShort((short) content.length);
        frame.put((byte) type).put((byte) flags).putInt(stream).put(content);
        out.write(frame.array());
    }
}
