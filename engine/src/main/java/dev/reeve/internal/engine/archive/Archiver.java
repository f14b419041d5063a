package dev.reeve.internal.engine.archive;

import dev.reeve.ExecutionId;
import dev.reeve.spi.Archive;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.Store;
import dev.reeve.spi.store.StoreException;
import dev.reeve.spi.store.StoredWorkflow;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Moves executions from the store to an archive, exactly once (ADR 26). The store decides: in one transaction, it
 * removes all executions of a pending file and stores a receipt for the file, or it does neither. For one thread.
 */
public final class Archiver {

    private static final Logger LOG = LoggerFactory.getLogger(Archiver.class);

    private final Store store;
    private final Archive archive;
    private final Function<ExecutionRow, Optional<StoredWorkflow>> definitions;
    private final String own;

    /** Whether every pending file is accounted for. */
    private boolean settled;

    /**
     * @param definitions the definition of an execution, if it is still deployed
     * @param own a part of the names of the files that this archiver writes; unique to it
     */
    public Archiver(
            Store store, Archive archive, Function<ExecutionRow, Optional<StoredWorkflow>> definitions, String own) {
        this.store = store;
        this.archive = archive;
        this.definitions = definitions;
        this.own = own;
    }

    public Duration gathering() {
        return archive.gathering();
    }

    /**
     * Archives and removes ended executions of one version, at least one.
     *
     * @return how many: all or none
     * @throws StoreException if the store fails; or if the archive cannot be written, in which case nothing is removed
     */
    public int remove(List<ExecutionRow> ended) {
        return reporting(() -> {
            settle();
            settled = false;
            int count = archived(ended);
            settled = true;
            return count;
        });
    }

    /**
     * Accounts for earlier pending files, if not done yet.
     *
     * @throws StoreException if the store fails, or the archive cannot be used
     */
    public void settleFirst() {
        if (!settled) {
            reporting(() -> {
                settle();
                return 0;
            });
        }
    }

    private interface Work {
        int apply() throws IOException;
    }

    private static int reporting(Work work) {
        try {
            return work.apply();
        } catch (IOException e) {
            throw new StoreException(
                    StoreException.Kind.UNAVAILABLE, "the archive cannot be written: " + e.getMessage(), e);
        } catch (UncheckedIOException e) {
            throw new StoreException(
                    StoreException.Kind.UNAVAILABLE, "the archive cannot be written: " + e.getMessage(), e);
        }
    }

    private int archived(List<ExecutionRow> ended) throws IOException {
        String name = name(ended);
        archive.write(name, out -> write(out, name, ended));
        List<ExecutionId> ids = ended.stream().map(ExecutionRow::id).toList();
        if (!store.removeArchived(ids, name)) {
            archive.discard(name);
            return 0;
        }
        archive.seal(name);
        store.dropReceipt(name);
        return ids.size();
    }

    private void write(OutputStream out, String name, List<ExecutionRow> ended) throws IOException {
        ArchiveText text = new ArchiveText(out, name);
        Optional<StoredWorkflow> definition = definitions.apply(ended.getFirst());
        if (definition.isPresent()) {
            text.definition(definition.get());
        }
        Histories.forEach(store, ended, text::execution);
        text.end();
    }

    /** A unique name, even for the same executions, so that a receipt identifies one removal. */
    private String name(List<ExecutionRow> ended) {
        MessageDigest digest = ArchiveText.sha256();
        for (ExecutionRow row : ended) {
            digest.update(row.id().toString().getBytes(StandardCharsets.UTF_8));
        }
        Instant first = Objects.requireNonNull(ended.getFirst().endedAt()).truncatedTo(ChronoUnit.SECONDS);
        String time = first.toString().replace(":", ".").replace("Z", "");
        String ids = HexFormat.of().formatHex(digest.digest(), 0, 8);
        return "%s-%s-%d-%s".formatted(time, ids, ended.size(), own);
    }

    /**
     * Seals the pending files whose executions were removed, and discards those whose executions are all in the store.
     */
    private void settle() throws IOException {
        if (settled) {
            return;
        }
        for (String name : archive.open()) {
            // In this order: a removal with an unknown outcome may still be under way, and end here.
            boolean kept = isKept(name);
            if (store.hasReceipt(name)) {
                archive.seal(name);
                store.dropReceipt(name);
                LOG.info("archive file {} was written before and is sealed now", name);
            } else if (kept) {
                archive.discard(name);
                LOG.info("archive file {} was not needed: its executions are still in the store", name);
            } else {
                LOG.error(
                        "archive file {} has executions that this store does not have, and no receipt; it is left as it is. Does the directory belong to another store?",
                        name);
            }
        }
        settled = true;
    }

    /** Whether the store has all executions of the file. Checked before a file is deleted that may be the only copy. */
    private boolean isKept(String name) throws IOException {
        List<ExecutionId> ids;
        try (InputStream in = archive.read(name)) {
            ids = ArchiveText.ids(in);
        }
        return store.areKept(ids);
    }

    /** Closes the archive. */
    public void close() {
        try {
            archive.close();
        } catch (IOException e) {
            LOG.warn("{} cannot be closed: {}", archive, e.getMessage());
        }
    }
}
