package dev.reeve.agent.http;

import static dev.reeve.agent.http.Calls.failure;
import static dev.reeve.agent.http.Calls.input;
import static dev.reeve.agent.http.Calls.result;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.reeve.Cause;
import dev.reeve.agent.StepFailure;
import dev.reeve.internal.tls.TestCertificate;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Clock;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("The HTTP action over TLS")
@Timeout(60)
final class TlsTest {

    private static final char[] PASSWORD = "changeit".toCharArray();

    @TempDir
    private Path directory;

    private final AtomicInteger requests = new AtomicInteger();
    private KeyStore certificate;
    private HttpsServer server;

    @BeforeEach
    void open() throws Exception {
        certificate = certificate();
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(certificate, PASSWORD);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(context));
        server.createContext("/", exchange -> {
            requests.incrementAndGet();
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void close() {
        server.stop(0);
    }

    /** Of the service bank.internal. */
    private KeyStore certificate() throws Exception {
        return TestCertificate.create(directory.resolve("bank.p12"), "bank.internal");
    }

    private SslContextFactory.Client trusting() throws Exception {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, PASSWORD);
        trusted.setCertificateEntry("bank", certificate.getCertificate(TestCertificate.ALIAS));
        SslContextFactory.Client tls = new SslContextFactory.Client();
        tls.setTrustStore(trusted);
        return tls;
    }

    private HttpAction action(SslContextFactory.Client tls) {
        return HttpAction.of(
                HttpActionOptions.allowing().withPrivateDestinations(origin("bank.internal"), origin("shop.internal")),
                name -> new InetAddress[] {InetAddress.getLoopbackAddress()},
                tls,
                Clock.systemUTC());
    }

    private String origin(String host) {
        return "https://%s:%d".formatted(host, server.getAddress().getPort());
    }

    @Test
    @DisplayName("A service with a trusted certificate of its name is called")
    void trusted() throws Exception {
        try (HttpAction action = action(trusting())) {
            assertThat(result(action, input("url", origin("bank.internal"))).text())
                    .contains("\"status\":204");
        }
    }

    @Test
    @DisplayName("A certificate of another name, or one that is not trusted, ends the call before anything is sent")
    void notTrusted() throws Exception {
        try (HttpAction action = action(trusting());
                HttpAction stranger = action(new SslContextFactory.Client())) {
            StepFailure name = failure(action, input("method", "POST", "url", origin("shop.internal")));
            StepFailure trust = failure(stranger, input("method", "POST", "url", origin("bank.internal")));
            for (StepFailure failure : new StepFailure[] {name, trust}) {
                assertThat(failure.code()).as(failure.message()).isEqualTo("HTTP_NO_CONNECTION");
                assertThat(failure.kind()).isEqualTo(Cause.TRANSIENT);
                assertThat(failure.mayBeDone()).isFalse();
            }
        }
        assertThat(requests).hasValue(0);
    }
}
