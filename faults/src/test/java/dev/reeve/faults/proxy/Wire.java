package dev.reeve.faults.proxy;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Messages of PostgreSQL's protocol, version 3: a letter, a length that includes itself, and a body. */
final class Wire {

    static final int SSL_REQUEST = 80877103;
    static final int GSS_REQUEST = 80877104;
    static final int CANCEL_REQUEST = 80877102;

    private static final int LENGTH_MAX = 1 << 30;

    private Wire() {}

    static final class Message {

        private final char type;
        private final byte[] bytes;

        private Message(char type, byte[] bytes) {
            this.type = type;
            this.bytes = bytes;
        }

        char type() {
            return type;
        }

        void writeTo(OutputStream out) throws IOException {
            out.write(bytes);
        }

        private ByteBuffer body() {
            return ByteBuffer.wrap(bytes, 5, bytes.length - 5);
        }

        /** The zero-terminated texts at the beginning of the body. */
        String[] texts(int count) {
            ByteBuffer body = body();
            String[] texts = new String[count];
            for (int i = 0; i < count; i++) {
                int begin = body.position();
                while (body.get() != 0) {
                    // to the end of the text
                }
                texts[i] = new String(bytes, begin, body.position() - 1 - begin, StandardCharsets.UTF_8);
            }
            return texts;
        }
    }

    /** A client's first message: no letter, a length, a code. */
    static byte[] readStartup(DataInputStream in) throws IOException {
        int length = in.readInt();
        if (length < 8 || length > 1 << 16) {
            throw new IOException("not a startup packet: length " + length);
        }
        byte[] bytes = new byte[length];
        ByteBuffer.wrap(bytes).putInt(length);
        in.readFully(bytes, 4, length - 4);
        return bytes;
    }

    static int code(byte[] startup) {
        return ByteBuffer.wrap(startup).getInt(4);
    }

    /** The next message; null at the end. */
    static @Nullable Message read(DataInputStream in) throws IOException {
        int type = in.read();
        if (type < 0) {
            return null;
        }
        int length = in.readInt();
        if (length < 4 || length > LENGTH_MAX) {
            throw new IOException("not a message: length " + length);
        }
        byte[] bytes = new byte[length + 1];
        ByteBuffer.wrap(bytes).put((byte) type).putInt(length);
        try {
            in.readFully(bytes, 5, length - 4);
        } catch (EOFException e) {
            return null;
        }
        return new Message((char) type, bytes);
    }
}
