package dev.reeve.internal.server;

import dev.reeve.ErrorCode;
import dev.reeve.ReeveException;
import dev.reeve.internal.http.HttpHandler;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.alpn.server.ALPNServerConnectionFactory;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.http2.server.AbstractHTTP2ServerConnectionFactory;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.http2.server.HTTP2ServerConnectionFactory;
import org.eclipse.jetty.io.WindowRateControl;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.component.Graceful;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The handler on Jetty: HTTP/1.1 and HTTP/2, each request on a virtual thread. Connections, headers, bodies, streams
 * and times are bounded. Thread-safe.
 */
public final class JettyServer implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(JettyServer.class);

    private static final int HEADERS_MAX = 8_192;
    private static final int STREAMS_MAX = 128;
    private static final int CONTROL_FRAMES_PER_SECOND_MAX = 128;

    /** Platform threads: an acceptor, selectors, and what Jetty itself has to do. */
    private static final int THREADS_MAX = 32;

    /**
     * Connections that wait to be accepted; the operating system may allow fewer. Java's default is 50: if thousands of
     * agents connect at once, most of them then wait for a second or longer, until their system tries again.
     */
    private static final int WAITING_MAX = 4_096;

    /** How long a server that stops waits for connections without a request. */
    private static final Duration CONNECTIONS = Duration.ofSeconds(2);

    private final HttpHandler handler;
    private final ListenOptions listening;
    final Server server;
    private final ServerConnector connector;
    private final GracefulHandler requests;

    private JettyServer(HttpHandler handler, ListenOptions listening) {
        this.handler = handler;
        this.listening = listening;
        QueuedThreadPool threads = new QueuedThreadPool(THREADS_MAX, 4);
        threads.setName("reeve-http");
        threads.setVirtualThreadsExecutor(VirtualThreads.getNamedVirtualThreadsExecutor("reeve-request-"));
        server = new Server(threads);
        connector = new ServerConnector(server, null, null, null, 1, 1, protocols());
        connector.setHost(listening.host());
        connector.setPort(listening.port());
        connector.setAcceptQueueSize(WAITING_MAX);
        connector.setIdleTimeout(listening.idle().toMillis());
        // Jetty gives this time to connections with requests, too: over HTTP/2 it resets those that are silent for
        // longer
        connector.setShutdownIdleTimeout(listening.drain().plus(CONNECTIONS).toMillis());
        server.addConnector(connector);
        server.addBean(new NetworkConnectionLimit(listening.connectionsMax(), connector));
        requests = new GracefulHandler(new JettyHandler(handler, listening.bodyTime()));
        server.setHandler(requests);
        server.setErrorHandler(new JettyErrors());
        server.setStopTimeout(0); // close() waits instead
    }

    /**
     * Starts a server. Closing it closes the handler.
     *
     * @throws ReeveException {@link ErrorCode#INVALID_INPUT} if it cannot listen there; the message says why
     */
    public static JettyServer start(HttpHandler handler, ListenOptions listening) {
        JettyServer started = new JettyServer(handler, listening);
        try {
            started.server.start();
            new JettySlowConnections(started.connector, listening.idle(), System::nanoTime).start();
            return started;
        } catch (Exception e) {
            started.close();
            throw ReeveException.of(
                    ErrorCode.INVALID_INPUT,
                    "cannot listen on %s:%d: %s".formatted(listening.host(), listening.port(), reason(e)),
                    e);
        }
    }

    private static String reason(Throwable error) {
        Throwable cause = error.getCause();
        return cause == null ? String.valueOf(error.getMessage()) : reason(cause);
    }

    private ConnectionFactory[] protocols() {
        ListenOptions.Tls tls = listening.tls();
        HttpConfiguration configuration = configuration(tls != null);
        List<ConnectionFactory> factories = new ArrayList<>();
        if (tls == null) {
            factories.add(new HttpConnectionFactory(configuration));
            factories.add(bounded(new HTTP2CServerConnectionFactory(configuration)));
        } else {
            ALPNServerConnectionFactory alpn = new ALPNServerConnectionFactory();
            alpn.setDefaultProtocol("http/1.1");
            factories.add(new SslConnectionFactory(certificate(tls), alpn.getProtocol()));
            factories.add(alpn);
            factories.add(bounded(new HTTP2ServerConnectionFactory(configuration)));
            factories.add(new HttpConnectionFactory(configuration));
        }
        return factories.toArray(ConnectionFactory[]::new);
    }

    private HttpConfiguration configuration(boolean secure) {
        HttpConfiguration configuration = new HttpConfiguration();
        configuration.setRequestHeaderSize(HEADERS_MAX);
        configuration.setResponseHeaderSize(HEADERS_MAX);
        configuration.setSendServerVersion(false);
        configuration.setSendXPoweredBy(false);
        configuration.setIdleTimeout(listening.idle().toMillis());
        // The router splits the path before it decodes it, so an escaped slash is a character like any other.
        configuration.setUriCompliance(UriCompliance.DEFAULT.with(
                "reeve",
                UriCompliance.Violation.AMBIGUOUS_PATH_SEPARATOR,
                UriCompliance.Violation.AMBIGUOUS_PATH_ENCODING));
        if (secure) {
            // the certificate is checked by clients; a request by address has no name to check here
            configuration.addCustomizer(new SecureRequestCustomizer(false));
        }
        return configuration;
    }

    private static ConnectionFactory bounded(AbstractHTTP2ServerConnectionFactory http2) {
        http2.setMaxConcurrentStreams(STREAMS_MAX);
        http2.setRateControlFactory(new WindowRateControl.Factory(CONTROL_FRAMES_PER_SECOND_MAX));
        http2.setStreamIdleTimeout(http2.getHttpConfiguration().getIdleTimeout());
        return http2;
    }

    private static SslContextFactory.Server certificate(ListenOptions.Tls tls) {
        SslContextFactory.Server factory = new SslContextFactory.Server();
        factory.setKeyStoreType("PKCS12");
        factory.setKeyStorePath(tls.keyStore().toUri().toString());
        factory.setKeyStorePassword(tls.password());
        factory.setIncludeProtocols("TLSv1.3", "TLSv1.2");
        return factory;
    }

    public int port() {
        return connector.getLocalPort();
    }

    /** The address for clients on this machine. */
    public URI address() {
        String host = listening.host().indexOf(':') >= 0 ? "[" + listening.host() + "]" : listening.host();
        return URI.create("%s://%s:%d".formatted(listening.tls() == null ? "http" : "https", host, port()));
    }

    /** The number of open connections. */
    public int connections() {
        return connector.getConnectedEndPoints().size();
    }

    /** The number of requests under way, those included that wait for their answers. */
    public long requests() {
        return requests.getCurrentRequestCount();
    }

    /**
     * Accepts no more connections, answers the long polls, waits for the requests under way, and stops. Cuts off those
     * that take longer than the drain. Idempotent, and never fails.
     */
    @Override
    public void close() {
        handler.close();
        try {
            drain();
            server.stop();
        } catch (Exception e) {
            // the engine behind it has to be closed all the same
            LOG.error("the server did not stop in order", e);
        }
    }

    /**
     * Waits for the requests, and then shortly for the connections. Jetty waits for both alike, and an HTTP/2 session
     * whose client left while it was opened never ends there.
     */
    private void drain() throws InterruptedException, ExecutionException {
        CompletableFuture<Void> connections = Graceful.shutdown(server);
        try {
            requests.shutdown().get(listening.drain().toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            LOG.warn("requests under way were cut off after {}, because the server stops", listening.drain());
            return;
        }
        connector.getConnectedEndPoints().forEach(idle -> idle.setIdleTimeout(CONNECTIONS.toMillis() / 2));
        try {
            connections.get(CONNECTIONS.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            LOG.debug("connections without a request are cut off, because the server stops");
        }
    }
}
