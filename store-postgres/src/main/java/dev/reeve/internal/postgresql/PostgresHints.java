package dev.reeve.internal.postgresql;

import dev.reeve.spi.store.ClusterHints;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notifications by LISTEN and NOTIFY. They are received on a connection of their own, and sent on a borrowed one:
 * NOTIFY waits for a lock that is global to the database, and must not delay the registration. Thread-safe.
 */
final class PostgresHints implements ClusterHints, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(PostgresHints.class);

    /** A connection that fell silent is found by asking it, because nothing need ever arrive on it. */
    private static final Duration TRUSTED = Duration.ofSeconds(20);

    private final Sessions sessions;
    private final Loans loans;

    /** Ends the notifications that this store sends, so that it does not hear itself. */
    private final String suffix;

    private final ReentrantLock lock = new ReentrantLock();
    private volatile @Nullable LaneSession session;
    private volatile boolean closed;

    /** The time of the last answer, of {@link System#nanoTime}. */
    private long answered;

    PostgresHints(Loans loans, Sessions sessions) {
        this.loans = loans;
        this.sessions = sessions;
        suffix = "\n%016x".formatted(sessions.newIncarnation());
    }

    /** Opens the connection, so that notifications from now on arrive. */
    void open() {
        listening("listen for notifications", found -> found);
    }

    @Override
    public Set<Hint> await(Duration patience) {
        return listening("wait for notifications", open -> {
            PGConnection driver = open.connection().unwrap(PGConnection.class);
            Set<Hint> hints = new HashSet<>();
            // 0 would wait forever
            PGNotification[] found = driver.getNotifications(Math.toIntExact(Math.max(1, patience.toMillis())));
            if (found != null && found.length > 0) {
                answered = System.nanoTime();
                for (PGNotification notification : found) {
                    String payload = notification.getParameter();
                    if (!payload.endsWith(suffix)) {
                        hint(payload.lines().findFirst().orElse("")).ifPresent(hints::add);
                    }
                }
            }
            return hints;
        });
    }

    private static Optional<Hint> hint(String payload) {
        int space = payload.indexOf(' ');
        for (Subject subject : Subject.values()) {
            if (space > 0 && subject.name().equals(payload.substring(0, space))) {
                return Optional.of(new Hint(subject, payload.substring(space + 1)));
            }
        }
        LOG.debug("a notification that no node of this release sends: {}", payload);
        return Optional.empty();
    }

    private <T> T listening(String asked, KeptSession.Question<T> question) {
        lock.lock();
        try {
            if (closed) {
                throw PostgresErrors.closed();
            }
            return question.ask(listening());
        } catch (SQLException e) {
            giveUp();
            throw PostgresErrors.failed(asked, e);
        } finally {
            lock.unlock();
        }
    }

    private LaneSession listening() throws SQLException {
        LaneSession open = session;
        if (open == null) {
            open = sessions.open("reeve notifications", sessions.timeouts().ofRegistration());
            session = open;
            answered = System.nanoTime() - TRUSTED.toNanos();
        }
        if (System.nanoTime() - answered >= TRUSTED.toNanos()) {
            // to listen again changes nothing, and answers
            run(open, "hint.listen");
            answered = System.nanoTime();
        }
        return open;
    }

    private static void run(LaneSession session, String block) throws SQLException {
        try (Query query = session.query(block)) {
            query.execute();
        }
    }

    @Override
    public void send(Collection<Hint> hints) {
        if (hints.isEmpty()) {
            return;
        }
        Object[] payloads = hints.stream()
                .map(hint -> hint.subject() + " " + hint.node() + suffix)
                .toArray();
        int sent = loans.ask("notify other nodes", open -> {
            try (Query query = open.query("hint.send").set("payloads", "text", payloads);
                    ResultSet rows = query.rows()) {
                int count = 0;
                while (rows.next()) {
                    count++;
                }
                return count;
            }
        });
        LOG.trace("notifications={}", sent);
    }

    private void giveUp() {
        LaneSession old = session;
        session = null;
        if (old == null) {
            return;
        }
        try (old) {
            if (!old.connection().isClosed()) {
                run(old, "hint.unlisten");
            }
        } catch (SQLException e) {
            LOG.debug("the connection of the notifications could not be given back as it was, so it is cut", e);
            old.breakOff();
        }
    }

    /** Gives the connection back; cuts it if a caller waits on it. */
    @Override
    public void close() {
        closed = true;
        LaneSession.giveUp(session, lock, this::giveUp);
    }
}
