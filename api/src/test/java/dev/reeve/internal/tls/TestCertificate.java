package dev.reeve.internal.tls;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;

/** A certificate with its key, which no client trusts. The keytool of the JDK makes it. */
public final class TestCertificate {

    /** The name of the certificate in its key store. */
    public static final String ALIAS = "server";

    public static final String PASSWORD = "changeit";

    private TestCertificate() {}

    /**
     * Writes a key store with a certificate of this host, and of 127.0.0.1.
     *
     * @param file does not exist yet
     */
    public static KeyStore create(Path file, String host)
            throws IOException, InterruptedException, GeneralSecurityException {
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        ALIAS,
                        "-keyalg",
                        "EC",
                        "-groupname",
                        "secp256r1",
                        "-dname",
                        "CN=" + host,
                        "-ext",
                        "san=dns:%s,ip:127.0.0.1".formatted(host),
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        file.toString(),
                        "-storepass",
                        PASSWORD)
                .redirectErrorStream(true)
                .start();
        String output = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(keytool.waitFor()).as(output).isZero();
        return KeyStore.getInstance(file.toFile(), PASSWORD.toCharArray());
    }
}
