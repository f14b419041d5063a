package dev.reeve.internal.engine.webhook;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/**
 * One HTTP/1.1 request to an address that was looked up before. Reads only the head of the answer. Follows no redirects
 * and uses no proxy.
 *
 * <p>The JDK's HTTP client resolves names itself, so it could connect to another address than the checked one (D16).
 */
final class HttpPost implements AutoCloseable {

    private static final int HEAD_MAX = 16 << 10;

    /** The head of an answer. Header names are in lower case. The last of several headers with the same name counts. */
    record Head(int status, Map<String, String> headers) {}

    private final URI uri;
    private final Duration timeout;

    /** Closing it unblocks a pending read or write, when the caller gives up waiting. */
    private final Socket socket = new Socket();

    HttpPost(URI uri, Duration timeout) {
        this.uri = uri;
        this.timeout = timeout;
    }

    Head send(InetAddress address, Map<String, String> headers, String body) throws IOException {
        int millis = Math.toIntExact(Math.clamp(timeout.toMillis(), 1, Integer.MAX_VALUE));
        socket.setSoTimeout(millis);
        socket.setTcpNoDelay(true);
        socket.connect(new InetSocketAddress(address, Destinations.port(uri)), millis);
        Socket connected = uri.getScheme().equalsIgnoreCase("https") ? secured() : socket;
        OutputStream out = new BufferedOutputStream(connected.getOutputStream());
        byte[] content = body.getBytes(StandardCharsets.UTF_8);
        out.write(head(headers, content.length).getBytes(StandardCharsets.US_ASCII));
        out.write(content);
        out.flush();
        InputStream in = connected.getInputStream();
        Head head = read(in);
        while (head.status() < 200) {
            head = read(in);
        }
        return head;
    }

    private Socket secured() throws IOException {
        SSLSocketFactory factory = (SSLSocketFactory) SSLSocketFactory.getDefault();
        SSLSocket secured = (SSLSocket) factory.createSocket(socket, uri.getHost(), Destinations.port(uri), true);
        SSLParameters parameters = secured.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        secured.setSSLParameters(parameters);
        secured.startHandshake();
        return secured;
    }

    private String head(Map<String, String> headers, int length) {
        URI ascii = URI.create(uri.toASCIIString());
        String path = ascii.getRawPath() == null || ascii.getRawPath().isEmpty() ? "/" : ascii.getRawPath();
        StringBuilder head = new StringBuilder("POST ").append(path);
        if (ascii.getRawQuery() != null) {
            head.append('?').append(ascii.getRawQuery());
        }
        head.append(" HTTP/1.1\r\nHost: ").append(ascii.getRawAuthority()).append("\r\n");
        headers.forEach(
                (name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
        return head.append("Content-Length: ")
                .append(length)
                .append("\r\nConnection: close\r\n\r\n")
                .toString();
    }

    private static Head read(InputStream in) throws IOException {
        int[] left = {HEAD_MAX};
        String line = line(in, left);
        String[] words = line.split(" ", 3);
        if (!line.startsWith("HTTP/1.") || words.length < 2 || !words[1].matches("[1-5][0-9][0-9]")) {
            throw new IOException("its answer is not HTTP/1.1");
        }
        Map<String, String> headers = new LinkedHashMap<>();
        for (line = line(in, left); !line.isEmpty(); line = line(in, left)) {
            int colon = line.indexOf(':');
            if (colon > 0) {
                headers.put(
                        line.substring(0, colon).toLowerCase(Locale.ROOT),
                        line.substring(colon + 1).strip());
            }
        }
        return new Head(Integer.parseInt(words[1]), headers);
    }

    private static String line(InputStream in, int[] left) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int each = in.read(); each != '\n'; each = in.read()) {
            if (each < 0) {
                throw new IOException("it closed the connection before it answered");
            }
            if (--left[0] < 0) {
                throw new IOException("the head of its answer is longer than %d bytes".formatted(HEAD_MAX));
            }
            line.append((char) each);
        }
        return line.toString().stripTrailing();
    }

    /** Callable from any thread. */
    @Override
    public void close() throws IOException {
        socket.close();
    }
}
