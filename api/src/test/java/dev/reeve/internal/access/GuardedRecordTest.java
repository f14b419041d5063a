package dev.reeve.internal.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.internal.document.RecordDocument;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The record of one namespace (D7, D22)")
final class GuardedRecordTest {

    private static final Principal ADA = Principal.everywhere("ada", Role.ADMIN);
    private static final Instant LOOKED = Instant.parse("2026-11-25T12:34:56.789Z");
    private static final Instant HOUR = Instant.parse("2026-11-25T13:00:00Z");

    /** A record in which a search has come to one instant. */
    private record Reached(
            List<RecordDocument.Call> calls, @Nullable Instant back) implements AccessRecord {

        @Override
        public void add(Entry entry) {
            throw new AssertionError("nothing is refused here: " + entry);
        }

        @Override
        public Optional<RecordDocument> search(RecordRange range, Predicate<RecordDocument.Call> wanted) {
            return Optional.of(new RecordDocument(calls, "next", back));
        }
    }

    private static @Nullable Instant back(String namespace, Reached record, Instant before) {
        return GuardedRecord.of(Access.byRoles(), record, ADA, "", namespace)
                .search(new RecordRange(Instant.MIN, before, null, 10), call -> true)
                .orElseThrow()
                .back();
    }

    private static Reached reached(@Nullable Instant back) {
        return new Reached(List.of(), back);
    }

    @Test
    @DisplayName(
            "does not show when calls of other namespaces were made: the time that a search has reached is rounded")
    void roundsBack() {
        assertThat(back("billing", reached(LOOKED), Instant.MAX)).isEqualTo(HOUR);
        assertThat(back("billing", reached(HOUR), Instant.MAX)).isEqualTo(HOUR);
        assertThat(back("billing", reached(null), Instant.MAX)).isNull();
        assertThat(back(Principal.EVERYWHERE, reached(LOOKED), Instant.MAX)).isEqualTo(LOOKED);
    }

    @Test
    @DisplayName("is never said to be searched less far than the reader can see")
    void knownTimes() {
        Instant known = LOOKED.plusSeconds(60);
        assertThat(back("billing", reached(LOOKED), known)).isEqualTo(known);

        RecordDocument.Call call = new RecordDocument.Call(
                known, "ada", "", "CANCEL", "billing", null, null, null, null, null, RecordDocument.DONE);
        assertThat(back("billing", new Reached(List.of(call), LOOKED), Instant.MAX))
                .isEqualTo(known);
    }
}
