package dev.reeve.benchmark.database;

import dev.reeve.benchmark.process.Cable;
import dev.reeve.benchmark.process.CheckFailedException;
import dev.reeve.benchmark.process.Pause;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Two PostgreSQL servers with synchronous replication: no commit is acknowledged before it is on the disks of both.
 * This holds after a failover, too: the new primary acknowledges nothing until it has a standby. For one thread.
 */
public final class ServerPair implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** Long enough for many commits, which the standby does not get. */
    private static final Duration LAG = Duration.ofMillis(200);

    private static final Map<String, String> SETTINGS = Map.of(
            // a standby may begin with older log
            "wal_keep_size", "1GB",
            "wal_retrieve_retry_interval", "200ms",
            // a killed server leaves none behind outside of its directory
            "dynamic_shared_memory_type", "mmap");

    private final List<Cable> followers = new ArrayList<>();
    private EmbeddedServer primary;
    private EmbeddedServer standby;
    private @Nullable EmbeddedServer killed;

    /** From the primary to the standby. */
    private Cable replication;

    private ServerPair(EmbeddedServer primary) throws IOException {
        this.primary = primary;
        this.replication = Cable.to(primary.port());
        this.standby = startStandby();
    }

    public static ServerPair start(Path parent) throws IOException {
        return start(parent, true);
    }

    /** @param synchronous whether commits wait for the standby */
    public static ServerPair start(Path parent, boolean synchronous) throws IOException {
        Map<String, String> settings = new HashMap<>(SETTINGS);
        if (synchronous) {
            settings.put("synchronous_standby_names", "standby");
        }
        EmbeddedServer primary = EmbeddedServer.start(parent, settings);
        try {
            return new ServerPair(primary);
        } catch (IOException | RuntimeException e) {
            primary.close();
            throw e;
        }
    }

    private EmbeddedServer startStandby() throws IOException {
        EmbeddedServer started = primary.startStandby(
                "host=127.0.0.1 port=%d user=postgres application_name=standby".formatted(replication.port()));
        CheckFailedException.check(Pause.until(this::hasStandby, PATIENCE), () -> "the standby does not follow");
        return started;
    }

    private boolean hasStandby() {
        return query(
                        primary,
                        "select count(*) from pg_stat_replication where state = 'streaming' and"
                                + " (sync_state = 'sync' or current_setting('synchronous_standby_names') = '')")
                .equals("1");
    }

    EmbeddedServer primary() {
        return primary;
    }

    /** A new cable to the primary, which leads to the new one after a failover. */
    Cable follow() throws IOException {
        Cable cable = Cable.to(primary.port());
        followers.add(cable);
        return cable;
    }

    /**
     * Kills the primary under load, promotes the standby as a cluster manager would, and gives it a new standby.
     *
     * @param lagging whether the standby is cut off for a moment before, so that it lacks the last commits
     */
    public void failOver(boolean lagging) throws IOException {
        if (lagging) {
            replication.silence();
            Pause.of(LAG);
        }
        killed = primary;
        primary = standby;
        killed.kill();
        query(primary, "select pg_promote()");
        followers.forEach(cable -> cable.redirect(primary.port()));
        replication.close();
        replication = Cable.to(primary.port());
        standby = startStandby();
    }

    /**
     * Removes the server that the last failover has killed. Must be called before the next one. It takes seconds, and
     * no node has to wait for it.
     */
    public void removeKilled() {
        if (killed != null) {
            killed.close();
            killed = null;
        }
    }

    private static String query(EmbeddedServer server, String sql) {
        return SqlValue.of(() -> DriverManager.getConnection(server.url()), sql);
    }

    @Override
    public void close() {
        followers.forEach(Cable::close);
        primary.close();
        if (standby != primary) { // unless a failover has failed
            standby.close();
        }
        removeKilled();
        replication.close();
    }
}
