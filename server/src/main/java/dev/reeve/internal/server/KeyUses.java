package dev.reeve.internal.server;

import dev.reeve.Json;
import dev.reeve.internal.http.JsonFields;
import dev.reeve.internal.http.record.OwnerFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * When each key was used last, in a file beside the keys. A use is written within a minute, together with all others
 * since then, so that a request costs no write. A file that cannot be read or written stops no request. Thread-safe.
 */
final class KeyUses implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(KeyUses.class);
    private static final int FILE_MAX = 16 << 20;

    private final Path file;
    private final Clock clock;
    private final Executor later;
    private final Map<String, Instant> known = new ConcurrentHashMap<>();
    private final AtomicBoolean waiting = new AtomicBoolean();

    /**
     * @param later runs a write, at most a minute later
     */
    KeyUses(Path file, Clock clock, Executor later) {
        this.file = file;
        this.clock = clock;
        this.later = later;
        known.putAll(read(file));
    }

    /** Runs a write after a minute, on a thread of its own. */
    static Executor afterAMinute() {
        return CompletableFuture.delayedExecutor(
                1,
                TimeUnit.MINUTES,
                task -> Thread.ofVirtual().name("reeve-key-uses").start(task));
    }

    private static Map<String, Instant> read(Path file) {
        Map<String, Instant> uses = new TreeMap<>();
        try {
            if (Files.exists(file)) {
                JsonFields fields = JsonFields.of(
                        JsonFields.parse(Files.readString(file), FILE_MAX).text());
                fields.texts("uses").forEach((prefix, text) -> uses.put(prefix, JsonFields.instant("uses", text)));
                fields.end();
            }
        } catch (IOException | RuntimeException e) {
            LOG.warn("{} cannot be read, so the last uses of keys are not known: {}", file, e.toString());
            uses.clear();
        }
        return uses;
    }

    /** Notes that a key is used now. */
    void used(String prefix) {
        known.put(prefix, clock.instant());
        if (waiting.compareAndSet(false, true)) {
            later.execute(this::write);
        }
    }

    Optional<Instant> last(String prefix) {
        return Optional.ofNullable(known.get(prefix));
    }

    /** Forgets keys other than these. */
    void retain(Set<String> prefixes) {
        known.keySet().retainAll(prefixes);
    }

    private synchronized void write() {
        if (!waiting.getAndSet(false)) {
            return; // the end of the server has written it
        }
        Map<String, Object> uses = new TreeMap<>();
        known.forEach((prefix, at) -> uses.put(prefix, at.toString()));
        try {
            OwnerFile.replace(file, Json.of(Map.of("uses", uses)).text());
        } catch (IOException e) {
            LOG.warn("{} cannot be written, so the last uses of keys are lost: {}", file, e.toString());
        }
    }

    /** Writes the uses that are not written yet. */
    @Override
    public void close() {
        write();
    }
}
