package dev.reeve.internal.server.oidc;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.reeve.Json;
import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/**
 * An issuer on 127.0.0.1 that does what a test wants. It signs with the JDK alone, so that it shares no mistake with
 * the library that checks. Thread-safe.
 */
public final class Issuer implements AutoCloseable {

    public static final String DISCOVERY = "/.well-known/openid-configuration";

    /** Answers a request in its own way. */
    public interface Answer {
        void to(HttpExchange exchange) throws IOException;
    }

    /** A pair of keys with the members of its JWK and the algorithms of the JDK and of JWT. */
    public record Key(String id, String algorithm, String signature, KeyPair pair, Map<String, Object> jwk) {

        public static Key rsa(String id, int bits) {
            KeyPair pair = pair("RSA", bits);
            RSAPublicKey key = (RSAPublicKey) pair.getPublic();
            return new Key(
                    id,
                    "RS256",
                    "SHA256withRSA",
                    pair,
                    Map.of("kty", "RSA", "n", text(key.getModulus(), 0), "e", text(key.getPublicExponent(), 0)));
        }

        public static Key ec(String id) {
            KeyPair pair = pair("EC", 256);
            ECPublicKey key = (ECPublicKey) pair.getPublic();
            return new Key(
                    id,
                    "ES256",
                    "SHA256withECDSAinP1363Format",
                    pair,
                    Map.of(
                            "kty",
                            "EC",
                            "crv",
                            "P-256",
                            "x",
                            text(key.getW().getAffineX(), 32),
                            "y",
                            text(key.getW().getAffineY(), 32)));
        }

        public static Key ed25519(String id) {
            KeyPair pair = pair("Ed25519", 255);
            byte[] encoded = pair.getPublic().getEncoded();
            byte[] point = Arrays.copyOfRange(encoded, encoded.length - 32, encoded.length);
            return new Key(id, "EdDSA", "Ed25519", pair, Map.of("kty", "OKP", "crv", "Ed25519", "x", base64(point)));
        }

        private static KeyPair pair(String algorithm, int bits) {
            try {
                KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
                generator.initialize(bits);
                return generator.generateKeyPair();
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException(e);
            }
        }

        private static String text(BigInteger number, int bytes) {
            byte[] found = number.toByteArray();
            int zeros = found.length > 1 && found[0] == 0 ? 1 : 0;
            byte[] plain = Arrays.copyOfRange(found, zeros, found.length);
            byte[] padded = new byte[Math.max(bytes, plain.length)];
            System.arraycopy(plain, 0, padded, padded.length - plain.length, plain.length);
            return base64(padded);
        }

        Map<String, Object> published() {
            Map<String, Object> all = new LinkedHashMap<>(jwk);
            all.put("kid", id);
            all.put("use", "sig");
            all.put("alg", algorithm);
            return all;
        }

        Map<String, Object> header() {
            return new LinkedHashMap<>(Map.of("alg", algorithm, "typ", "JWT", "kid", id));
        }

        /** A token with this header and these claims, right or wrong. */
        public String sign(String header, String claims) {
            String input = base64(header.getBytes(StandardCharsets.UTF_8)) + "."
                    + base64(claims.getBytes(StandardCharsets.UTF_8));
            try {
                Signature signer = Signature.getInstance(signature);
                signer.initSign(pair.getPrivate());
                signer.update(input.getBytes(StandardCharsets.US_ASCII));
                return input + "." + base64(signer.sign());
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException(e);
            }
        }

        public String sign(Map<String, ?> claims) {
            return sign(Json.of(header()).text(), Json.of(claims).text());
        }
    }

    private final HttpServer server;
    private final String address;
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private volatile List<Key> keys;
    private volatile @Nullable Answer other;

    private Issuer(HttpServer server, List<Key> keys) {
        this.server = server;
        this.address = "http://127.0.0.1:" + server.getAddress().getPort();
        this.keys = keys;
    }

    /**
     * @param port 0 for any
     */
    public static Issuer start(int port, Key... keys) throws IOException {
        HttpServer server = HttpServer.create(
                new InetSocketAddress(InetAddress.getLoopbackAddress().getHostAddress(), port), 0);
        Issuer issuer = new Issuer(server, List.of(keys));
        server.createContext("/", issuer::answer);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
        return issuer;
    }

    static String base64(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        requests.add(path);
        Answer wanted = other;
        if (wanted != null) {
            wanted.to(exchange);
        } else if (path.equals(DISCOVERY)) {
            send(
                    exchange,
                    200,
                    Json.of(Map.of("issuer", address, "jwks_uri", address + "/keys"))
                            .text());
        } else {
            send(exchange, path.equals("/keys") ? 200 : 404, keySet());
        }
    }

    String keySet() {
        return Json.of(Map.of("keys", keys.stream().map(Key::published).toList()))
                .text();
    }

    static void send(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length);
        try (var out = exchange.getResponseBody()) {
            out.write(bytes);
        }
    }

    /** Answers everything in another way from now on. */
    void answering(Answer wanted) {
        other = wanted;
    }

    void publish(Key... wanted) {
        keys = List.of(wanted);
    }

    public String address() {
        return address;
    }

    int port() {
        return server.getAddress().getPort();
    }

    /** How often the keys were asked for. */
    int reads() {
        return (int) requests.stream().filter("/keys"::equals).count();
    }

    List<String> requests() {
        return requests;
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
