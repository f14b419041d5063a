package dev.reeve.internal.console;

import dev.reeve.internal.http.Answer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPOutputStream;

/** A file of the console, as it is and compressed. Immutable. */
final class ConsoleFile {

    private final String type;
    private final byte[] content;
    private final byte[] zipped;
    private final String tag;

    ConsoleFile(String name, byte[] content) {
        this.type = type(name);
        this.content = content;
        this.zipped = zip(content);
        this.tag = "\"" + fingerprint(content) + "\"";
    }

    private static String type(String name) {
        return switch (name.substring(name.lastIndexOf('.') + 1)) {
            case "html" -> "text/html; charset=utf-8";
            case "js" -> "text/javascript; charset=utf-8";
            case "css" -> "text/css; charset=utf-8";
            case "svg" -> "image/svg+xml";
            default -> throw new IllegalStateException("a file of another kind: " + name);
        };
    }

    private static byte[] zip(byte[] content) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static String fingerprint(byte[] content) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content), 0, 8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** Differs if the content differs. */
    String tag() {
        return tag;
    }

    /** The number of bytes on their way to a browser. */
    int zippedSize() {
        return zipped.length;
    }

    Answer plain(Map<String, String> headers) {
        return new Answer.Streamed(200, headers, type, out -> out.write(content));
    }

    Answer zipped(Map<String, String> headers) {
        Map<String, String> more = new TreeMap<>(headers);
        more.put("Content-Encoding", "gzip");
        return new Answer.Streamed(200, more, type, out -> out.write(zipped));
    }
}
