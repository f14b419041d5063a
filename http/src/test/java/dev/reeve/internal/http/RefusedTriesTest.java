package dev.reeve.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ErrorCode;
import dev.reeve.internal.access.AccessRecord;
import dev.reeve.internal.access.Operation;
import dev.reeve.internal.access.Subject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Refused tries in the record (D22)")
final class RefusedTriesTest {

    private static final long MINUTE = Duration.ofMinutes(1).toNanos();

    private final List<AccessRecord.Entry> record = new ArrayList<>();
    private long nanos = -5;
    private final RefusedTries tries = new RefusedTries(record::add, () -> nanos);

    private void add(String address, int times) {
        for (int i = 0; i < times; i++) {
            tries.add(
                    new AccessRecord.Entry(
                            "(unknown)",
                            address,
                            Operation.LIST,
                            "(unknown)",
                            Subject.of("GET /v1/executions"),
                            "the key is not known",
                            ErrorCode.UNAUTHENTICATED),
                    address);
        }
    }

    @Test
    @DisplayName("are recorded up to a number for each sender and minute, and then counted")
    void perSender() {
        add("192.0.2.1", 1_000);
        add("192.0.2.2", 3);

        assertThat(record).hasSize(RefusedTries.PER_SENDER_MAX + 3);
        nanos += MINUTE - 1;
        tries.tick();
        assertThat(record).as("the minute is not over").hasSize(RefusedTries.PER_SENDER_MAX + 3);
        nanos += 1;
        tries.tick();
        assertThat(record).hasSize(RefusedTries.PER_SENDER_MAX + 4);
        assertThat(record.getLast())
                .isEqualTo(new AccessRecord.Entry(
                        "(unknown)",
                        "192.0.2.1",
                        Operation.LIST,
                        "(unknown)",
                        null,
                        "990 more refused tries within a minute",
                        ErrorCode.UNAUTHENTICATED));
        add("192.0.2.1", 1);
        assertThat(record).as("a new minute").hasSize(RefusedTries.PER_SENDER_MAX + 5);
    }

    @Test
    @DisplayName(
            "of many senders take a bounded number of entries and a bounded memory, and none is lost from the count")
    void bounded() {
        for (int minute = 0; minute < 3; minute++) {
            record.clear();
            for (int i = 0; i < 5_000; i++) {
                add("sender " + i, 2);
            }
            nanos += MINUTE;
            tries.tick();

            assertThat(record).hasSize(RefusedTries.MAX + RefusedTries.SUMMARIES_MAX + 1);
            int counted = record.stream()
                    .filter(entry -> entry.subject() == null)
                    .mapToInt(entry ->
                            Integer.parseInt(String.valueOf(entry.reason()).replaceFirst(" .*", "")))
                    .sum();
            assertThat(counted).isEqualTo(10_000 - RefusedTries.MAX);
        }
    }

    @Test
    @DisplayName("are counted to the end when the server stops")
    void closes() {
        add("192.0.2.1", 11);
        tries.close();
        tries.close();

        assertThat(record.getLast().reason()).isEqualTo("1 more refused tries within a minute");
        assertThat(record).hasSize(11);
    }

    private void denied(String who, String namespace) {
        tries.add(
                new AccessRecord.Entry(who, "192.0.2.1", Operation.CANCEL, namespace, null, null, ErrorCode.DENIED),
                "key " + who);
    }

    private List<String> summarized() {
        record.clear();
        nanos += MINUTE;
        tries.tick();
        return record.stream().map(AccessRecord.Entry::namespace).toList();
    }

    @Test
    @DisplayName("are counted in their namespace, and under all if they were of several")
    void namespaces() {
        for (int i = 0; i < RefusedTries.PER_SENDER_MAX; i++) {
            denied("vera", "sales");
        }
        denied("vera", "billing");
        denied("vera", "billing");
        assertThat(summarized()).containsExactly("billing");

        for (int i = 0; i < 20; i++) {
            denied("vera", i % 2 == 0 ? "billing" : "sales");
        }
        assertThat(summarized()).containsExactly("*");

        for (int sender = 0; sender < RefusedTries.SUMMARIES_MAX + 2; sender++) {
            for (int i = 0; i < 20; i++) {
                denied("key" + sender, "n" + sender);
            }
        }
        assertThat(summarized())
                .hasSize(RefusedTries.SUMMARIES_MAX + 1)
                .endsWith("*")
                .startsWith("n0", "n1");
    }
}
