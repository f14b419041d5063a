package dev.reeve.internal.spring;

import dev.reeve.internal.access.AccessRecord;
import dev.reeve.internal.access.RecordRange;
import dev.reeve.internal.document.RecordDocument;
import dev.reeve.internal.http.AccessLog;
import dev.reeve.internal.http.record.RecordFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the calls through the HTTP API and the local door that changed something, and the refused ones: in the log, and
 * in the files of a directory if the application names one. Thread-safe.
 */
public final class CallRecord implements AccessRecord, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(CallRecord.class);

    private final AccessLog log = new AccessLog();
    private final @Nullable RecordFile file;

    private CallRecord(@Nullable RecordFile file) {
        this.file = file;
    }

    /**
     * Opens the record, and continues the files that are there.
     *
     * @throws StartupException if the files cannot be written
     */
    static CallRecord of(ReeveProperties.Recording settings) {
        Path directory = settings.directory();
        if (directory == null) {
            return new CallRecord(null);
        }
        check("megabytes", settings.megabytes(), 1, 100_000);
        check("files", settings.files(), 2, 10_000);
        var kept = new RecordFile.Kept((long) settings.megabytes() << 20, settings.files());
        try {
            return new CallRecord(RecordFile.in(directory, kept, Clock.systemUTC()));
        } catch (IOException e) {
            throw new StartupException(
                    "The record of who did what cannot be written in the directory %s: %s".formatted(directory, e),
                    "Set reeve.record.directory to a directory that the application may write.",
                    e);
        }
    }

    private static void check(String name, int value, int min, int max) {
        if (value < min || value > max) {
            throw new StartupException(
                    "The property reeve.record.%s is %d.".formatted(name, value),
                    "Write a number from %,d to %,d.".formatted(min, max),
                    null);
        }
    }

    @Override
    public void add(Entry entry) {
        log.add(entry);
        if (file != null) {
            file.add(entry);
        }
    }

    @Override
    public Optional<RecordDocument> search(RecordRange range, Predicate<RecordDocument.Call> wanted) {
        return file == null ? Optional.empty() : file.search(range, wanted);
    }

    @Override
    public void close() {
        if (file == null) {
            return;
        }
        try {
            file.close();
        } catch (IOException e) {
            LOG.error("the record could not be written to the disk", e);
        }
    }
}
