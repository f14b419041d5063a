package dev.reeve.internal.server;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.server.ServerConnector;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Closes connections on which bytes arrive, but no request does for a long time: a sender that begins a request and
 * sends a byte now and then would hold its connection forever, because each byte counts as activity. For one thread at
 * a time. (D13)
 */
final class JettySlowConnections {

    private static final Logger LOG = LoggerFactory.getLogger(JettySlowConnections.class);
    private static final int SCANS = 4;

    /** The counters of a connection when its last request began, or when it was first seen. */
    private record Seen(long requests, long bytes, long since) {}

    private final ServerConnector connector;
    private final Duration limit;
    private final LongSupplier nanos;
    private final Map<EndPoint, Seen> seen = new HashMap<>();

    /**
     * @param limit without a request
     */
    JettySlowConnections(ServerConnector connector, Duration limit, LongSupplier nanos) {
        this.connector = connector;
        this.limit = limit;
        this.nanos = nanos;
    }

    /** Scans the connections four times in the limit, until the connector stops. */
    void start() {
        var unused = connector
                .getScheduler()
                .schedule(this::run, Math.max(1, limit.toMillis() / SCANS), TimeUnit.MILLISECONDS);
    }

    private void run() {
        try {
            runOnce();
        } catch (RuntimeException e) {
            LOG.warn("slow connections could not be closed; the next scan follows", e);
        } finally {
            if (connector.isRunning()) {
                start();
            }
        }
    }

    synchronized void runOnce() {
        long now = nanos.getAsLong();
        Set<EndPoint> open = new HashSet<>(connector.getConnectedEndPoints());
        seen.keySet().retainAll(open);
        for (EndPoint each : open) {
            Connection outer = each.getConnection();
            Connection inner =
                    outer instanceof SslConnection tls ? tls.getSslEndPoint().getConnection() : outer;
            if (outer == null || inner == null) {
                continue;
            }
            long requests = inner.getMessagesIn();
            Seen before = seen.get(each);
            boolean underWay = requests != inner.getMessagesOut();
            if (before == null || underWay || requests != before.requests()) {
                seen.put(each, new Seen(requests, outer.getBytesIn(), now));
            } else if (outer.getBytesIn() > before.bytes() && now - before.since() > limit.toNanos()) {
                LOG.debug("{} sends bytes, but no request: it is closed", each.getRemoteSocketAddress());
                each.close(new TimeoutException("no request arrived within " + limit));
            }
        }
    }
}
