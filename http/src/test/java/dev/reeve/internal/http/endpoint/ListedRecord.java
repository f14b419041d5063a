package dev.reeve.internal.http.endpoint;

import dev.reeve.ErrorCode;
import dev.reeve.InvalidInputException;
import dev.reeve.internal.access.AccessRecord;
import dev.reeve.internal.access.RecordRange;
import dev.reeve.internal.access.Subject;
import dev.reeve.internal.document.RecordDocument;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A record in memory. An entry is a second later than the one before. */
final class ListedRecord implements AccessRecord {

    static final Instant FIRST = Instant.parse("2026-11-25T12:00:00Z");

    private final List<Entry> entries;

    ListedRecord(List<Entry> entries) {
        this.entries = entries;
    }

    @Override
    public void add(Entry entry) {
        entries.add(entry);
    }

    @Override
    public Optional<RecordDocument> search(RecordRange range, Predicate<RecordDocument.Call> wanted) {
        List<RecordDocument.Call> found = new ArrayList<>();
        String cursor = Objects.requireNonNullElse(range.cursor(), "999999999");
        if (!cursor.matches("[0-9]{1,9}")) {
            throw new InvalidInputException("'cursor': expected a number");
        }
        int from = Integer.parseInt(cursor);
        for (int i = Math.min(from, entries.size()) - 1; i >= 0; i--) {
            RecordDocument.Call call = call(FIRST.plusSeconds(i), entries.get(i));
            if (range.has(call.at()) && wanted.test(call)) {
                if (found.size() == range.limit()) {
                    return Optional.of(new RecordDocument(found, String.valueOf(i + 1), call.at()));
                }
                found.add(call);
            }
        }
        return Optional.of(new RecordDocument(found, null, FIRST));
    }

    private static RecordDocument.Call call(Instant at, Entry entry) {
        Subject subject = Objects.requireNonNullElse(entry.subject(), Subject.of(""));
        @Nullable ErrorCode error = entry.error();
        return new RecordDocument.Call(
                at,
                entry.who(),
                entry.origin(),
                entry.operation().name(),
                entry.namespace(),
                subject.text(),
                subject.execution() == null ? null : subject.execution().toString(),
                subject.workflow(),
                subject.key(),
                entry.reason(),
                error == null ? RecordDocument.DONE : error.name());
    }
}
