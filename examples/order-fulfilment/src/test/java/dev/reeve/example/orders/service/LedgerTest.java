package dev.reeve.example.orders.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LedgerTest {

    @TempDir
    private Path directory;

    private static Entry charge(String key, String orderId, long cents) {
        return new Entry(key, 1, orderId, "charge", "tok_1", cents);
    }

    @Test
    @DisplayName("A9: a request with a known key has no second effect, and gets the first one's answer")
    void aRepeatedKeyHasNoSecondEffect() {
        Path file = directory.resolve("payments.ledger");
        AtomicInteger effects = new AtomicInteger();

        try (Ledger ledger = Ledger.open(file)) {
            for (int attempt = 1; attempt <= 3; attempt++) {
                Entry entry = new Entry("execution/charge", attempt, "order-1", "charge", "tok_1", 990);
                Entry booked = ledger.once("execution/charge", () -> {
                    effects.incrementAndGet();
                    return entry;
                });
                assertThat(booked.attempt()).isEqualTo(1);
            }
        }

        assertThat(effects).hasValue(1);
        assertThat(Ledger.read(file).entries()).hasSize(1);
    }

    @Test
    @DisplayName("A9: completed requests are known after a restart")
    void whatWasDoneIsKnownAfterARestart() {
        Path file = directory.resolve("payments.ledger");
        try (Ledger ledger = Ledger.open(file)) {
            ledger.once("k1", () -> charge("k1", "order-1", 100));
            ledger.once("k2", () -> charge("k2", "order-2", 250));
        }

        try (Ledger again = Ledger.open(file)) {
            assertThat(again.ofKey("k2")).contains(charge("k2", "order-2", 250));
            assertThat(again.ofOrder("charge", "order-1")).contains(charge("k1", "order-1", 100));
            assertThat(again.sum("charge", "tok_1")).isEqualTo(350);
            assertThat(again.once("k1", () -> charge("k1", "order-1", 999)).amount())
                    .isEqualTo(100);
        }
    }

    @Test
    @DisplayName("a line that a crash cut at any byte is dropped and reported; the others stay, and writing continues")
    void aCutLineIsDroppedWhereverItWasCut() throws IOException {
        Path file = directory.resolve("payments.ledger");
        try (Ledger ledger = Ledger.open(file)) {
            ledger.once("k1", () -> charge("k1", "order-1", 100));
            ledger.once("k2", () -> charge("k2", "order-2", 250));
        }
        byte[] whole = Files.readAllBytes(file);
        int first = new String(whole, StandardCharsets.UTF_8).indexOf('\n') + 1;

        for (int cut = first + 1; cut < whole.length; cut++) {
            Path torn = directory.resolve("torn" + cut + ".ledger");
            Files.write(torn, Arrays.copyOf(whole, cut));

            assertThat(Ledger.read(torn).torn()).isEqualTo(cut - first);
            try (Ledger ledger = Ledger.open(torn)) {
                assertThat(ledger.dropped()).isEqualTo(cut - first);
                assertThat(ledger.ofKey("k2")).isEmpty();
                ledger.once("k3", () -> charge("k3", "order-3", 1));
            }
            assertThat(Ledger.read(torn).entries()).extracting(Entry::key).containsExactly("k1", "k3");
            assertThat(Ledger.read(torn).torn()).isZero();
        }
    }

    @Test
    @DisplayName("a last line with a wrong checksum is dropped; a damaged line before others is refused")
    void damageBeforeTheEndIsRefused() throws IOException {
        Path file = directory.resolve("payments.ledger");
        try (Ledger ledger = Ledger.open(file)) {
            ledger.once("k1", () -> charge("k1", "order-1", 100));
            ledger.once("k2", () -> charge("k2", "order-2", 250));
        }
        String text = Files.readString(file);

        Files.writeString(file, text.replace("\t250\n", "\t251\n"));
        assertThat(Ledger.read(file).entries()).extracting(Entry::key).containsExactly("k1");

        Files.writeString(file, text.replace("\t100\n", "\t900\n"));
        assertThatThrownBy(() -> Ledger.open(file))
                .isInstanceOf(LedgerException.class)
                .hasMessageContaining("line 1");
    }

    @Test
    void anEffectThatIsRefusedLeavesNothing() {
        Path file = directory.resolve("payments.ledger");
        try (Ledger ledger = Ledger.open(file)) {
            assertThatThrownBy(() -> ledger.once("k1", () -> {
                        throw new IllegalStateException("no");
                    }))
                    .hasMessage("no");
            assertThat(ledger.once("k1", () -> charge("k1", "order-1", 5)).amount())
                    .isEqualTo(5);
        }

        assertThat(Ledger.read(file).entries()).hasSize(1);
    }

    @Test
    @DisplayName("many threads, few keys, and some threads interrupted at complete-by: every key once, nothing lost")
    void manyThreadsWriteEachKeyOnce() {
        Path file = directory.resolve("payments.ledger");
        try (Ledger ledger = Ledger.open(file);
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 400; i++) {
                String key = "k" + i % 100;
                boolean late = i % 7 == 0;
                threads.execute(() -> {
                    if (late) {
                        Thread.currentThread().interrupt();
                    }
                    ledger.once(key, () -> charge(key, key, 1));
                });
            }
        }

        List<Entry> entries = Ledger.read(file).entries();
        assertThat(entries).hasSize(100);
        assertThat(entries).extracting(Entry::key).doesNotHaveDuplicates();
    }

    @Test
    void whatWouldBreakTheFileIsRefused() {
        assertThatThrownBy(() -> charge("k\t1", "order-1", 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> charge("k1", "order\n1", 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> charge("k1", "order-1", -1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aDirectoryIsNoLedger() throws IOException {
        Path file = directory.resolve("payments.ledger");
        Files.createDirectory(file);

        assertThatThrownBy(() -> Ledger.open(file)).isInstanceOf(LedgerException.class);
    }

    @Test
    void bytesThatAreNoTextAreATornLine() throws IOException {
        Path file = directory.resolve("payments.ledger");
        try (Ledger ledger = Ledger.open(file)) {
            ledger.once("k1", () -> charge("k1", "order-1", 100));
        }
        Files.write(file, new byte[] {0, -1, -2, 0}, StandardOpenOption.APPEND);

        assertThat(Ledger.read(file).torn()).isEqualTo(4);
        assertThat(Ledger.read(file).entries()).hasSize(1);
    }
}
