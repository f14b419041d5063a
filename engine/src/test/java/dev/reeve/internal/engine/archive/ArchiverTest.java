package dev.reeve.internal.engine.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.Json;
import dev.reeve.spi.Archive;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.Fixture;
import dev.reeve.spi.store.LaneStore;
import dev.reeve.spi.store.MemoryStore;
import dev.reeve.spi.store.Store;
import dev.reeve.spi.store.StoreException;
import dev.reeve.spi.store.StoredWorkflow;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** T4: each execution that is removed is in one sealed file, once, after any fault in between. */
final class ArchiverTest {

    @TempDir
    private Path directory;

    private final MemoryStore store = new MemoryStore(() -> Fixture.START);
    private final Fixture fixture = new Fixture(5);
    private final LaneStore lane = store.join(fixture.node("a"), 1).getFirst();

    private DirectoryArchive archive() {
        return DirectoryArchive.at(directory).gathering(Duration.ZERO);
    }

    private Archiver archiving(Archive archive) {
        return archiving(store, archive, "own");
    }

    private static Archiver archiving(Store of, Archive archive, String own) {
        return new Archiver(
                of,
                archive,
                version -> Optional.of(new StoredWorkflow(
                        "default", version.workflow(), version.version(), new Json("{\"workflow\":\n\"order\"}"))),
                own);
    }

    private List<ExecutionRow> ended(int count) {
        List<ExecutionRow> rows = new ArrayList<>();
        for (ExecutionId id : fixture.ids(count)) {
            assertThat(lane.commit(Fixture.startAll(List.of(id))).toCompletableFuture())
                    .isCompleted();
            assertThat(lane.commit(Fixture.change(2, Fixture.ended(id, ExecutionStatus.COMPLETED, null)))
                            .toCompletableFuture())
                    .isCompleted();
            rows.add(store.find(id).orElseThrow());
        }
        return rows;
    }

    private static List<ExecutionId> ids(List<ExecutionRow> rows) {
        return rows.stream().map(ExecutionRow::id).toList();
    }

    private List<Path> files(String suffix) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> file.toString().endsWith(suffix))
                    .sorted()
                    .toList();
        }
    }

    private static byte[] text(Path file) throws IOException {
        try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
            return in.readAllBytes();
        }
    }

    /** Of all sealed files. */
    private List<ExecutionId> archived() throws IOException {
        List<ExecutionId> all = new ArrayList<>();
        for (Path file : files(".jsonl.gz")) {
            all.addAll(ArchiveText.ids(new ByteArrayInputStream(text(file))));
        }
        return all;
    }

    @Test
    @DisplayName(
            "a file has its definition, all executions with their histories, their number and a checksum, one line each")
    void whatIsInAFile() throws IOException {
        List<ExecutionRow> rows = ended(120);

        assertThat(archiving(archive()).remove(rows)).isEqualTo(120);

        assertThat(rows).noneMatch(row -> store.find(row.id()).isPresent());
        assertThat(archived()).containsExactlyElementsOf(ids(rows));
        Path file = files(".jsonl.gz").getFirst();
        assertThat(file.getParent()).hasFileName("2026-03-01");
        List<String> lines =
                new String(text(file), StandardCharsets.UTF_8).lines().toList();
        assertThat(lines).hasSize(123);
        assertThat(lines.getFirst()).startsWith("{\"type\":\"archive\",").contains("\"format\":1");
        assertThat(lines.get(1))
                .startsWith("{\"type\":\"definition\",")
                .endsWith("\"content\":{\"workflow\": \"order\"}}");
        ExecutionId first = rows.getFirst().id();
        assertThat(lines.get(2))
                .startsWith("{\"type\":\"execution\",\"id\":\"" + first + "\",")
                .contains("\"status\":\"COMPLETED\"", "\"workflow\":\"order\"", "\"version\":1", "\"labels\":{}")
                .contains(
                        ",\"journal\":[{\"seq\":1,\"at\":\"2026-03-01T12:00:00.123457Z\",\"events\":[{\"type\":\"Test\"")
                .contains(",{\"seq\":2,");
        byte[] all = text(file);
        int end = all.length - (lines.getLast() + "\n").getBytes(StandardCharsets.UTF_8).length;
        MessageDigest digest = ArchiveText.sha256();
        digest.update(all, 0, end);
        assertThat(lines.getLast())
                .contains(
                        "\"type\":\"end\"", "\"executions\":120", HexFormat.of().formatHex(digest.digest()));
        assertThat(files(".pending")).isEmpty();
        assertThat(store.hasReceipt(file.getFileName().toString().replace(".jsonl.gz", "")))
                .isFalse();
    }

    /** Fails on request, once, before or after a step. */
    private final class Failing implements Archive {

        private final DirectoryArchive behind = archive();
        private final String at;
        private boolean failed;

        Failing(String at) {
            this.at = at;
        }

        private void step(String name) {
            if (name.equals(at) && !failed) {
                failed = true;
                throw new UncheckedIOException(new IOException("cut at " + at));
            }
        }

        @Override
        public List<String> open() throws IOException {
            return behind.open();
        }

        @Override
        public void write(String name, Content content) throws IOException {
            step("before write");
            behind.write(name, content);
            step("after write");
        }

        @Override
        public InputStream read(String name) throws IOException {
            return behind.read(name);
        }

        @Override
        public void seal(String name) throws IOException {
            step("before seal");
            behind.seal(name);
            step("after seal");
        }

        @Override
        public void discard(String name) throws IOException {
            behind.discard(name);
        }

        @Override
        public void close() throws IOException {
            behind.close();
        }
    }

    @Test
    @DisplayName("after a cut at any byte the same or the next engine continues, and archives each execution once")
    void cutAnywhere() throws IOException {
        for (boolean restarted : new boolean[] {false, true}) {
            for (String at : List.of("before write", "after write", "before seal", "after seal")) {
                List<ExecutionRow> rows = ended(7);
                Failing failing = new Failing(at);
                Archiver first = archiving(failing);
                assertThatThrownBy(() -> first.remove(rows))
                        .isInstanceOf(StoreException.class)
                        .hasMessageContaining("cut at");
                Archiver next = first;
                if (restarted) {
                    first.close();
                    next = archiving(archive());
                }
                // another page than the first time, as one of them could have been held
                List<ExecutionRow> left = rows.stream()
                        .filter(row -> store.find(row.id()).isPresent())
                        .toList();
                List<ExecutionRow> more = new ArrayList<>(ended(2));
                more.addAll(left);
                assertThat(next.remove(more)).isEqualTo(more.size());
                next.close();

                assertThat(rows).noneMatch(row -> store.find(row.id()).isPresent());
                assertThat(archived()).as(at).doesNotHaveDuplicates().containsAll(ids(rows));
                assertThat(files(".pending")).isEmpty();
            }
        }
    }

    @Test
    @DisplayName("a full disk removes nothing and leaves nothing, and it goes on when there is room")
    void fullDisk() throws IOException {
        List<ExecutionRow> rows = ended(5);
        Path blocked = directory.resolve("2026-03-01");
        DirectoryArchive archive = archive();
        archive.open();
        assertThatThrownBy(() -> archive.write("2026-03-01-x", out -> {
                    out.write(new byte[1 << 20]);
                    throw new IOException("No space left on device");
                }))
                .hasMessageContaining("No space");
        assertThat(files("x.jsonl.gz.writing")).isEmpty();

        Files.createFile(blocked); // where the day's directory must be
        Archiver archiving = archiving(archive);
        assertThatThrownBy(() -> archiving.remove(rows)).isInstanceOf(StoreException.class);
        assertThat(files(".pending")).hasSize(1);
        Files.delete(blocked);
        assertThat(archiving.remove(ended(1))).isEqualTo(1);
        assertThat(archived()).hasSize(6).doesNotHaveDuplicates();
    }

    @Test
    @DisplayName("executions that another engine removed meanwhile are not archived a second time")
    void removedByAnother() throws IOException {
        List<ExecutionRow> rows = ended(4);
        store.remove(ids(rows.subList(0, 1)));
        assertThat(archiving(archive()).remove(rows)).isZero();
        assertThat(rows.subList(1, 4)).allMatch(row -> store.find(row.id()).isPresent());
        assertThat(files(".gz")).isEmpty();
        assertThat(files(".pending")).isEmpty();
    }

    /** A store whose answer to a removal is lost. */
    private interface Lossy {
        @Nullable Object instead(Method called, Object[] arguments) throws Exception;
    }

    private Store lossy(Lossy lossy) {
        return (Store) Proxy.newProxyInstance(
                Store.class.getClassLoader(), new Class<?>[] {Store.class}, (proxy, called, arguments) -> {
                    Object instead = lossy.instead(called, arguments);
                    return instead == null ? called.invoke(store, arguments) : instead;
                });
    }

    @Test
    @DisplayName("the file of a removal with unknown outcome is kept until the removal has ended")
    void removalUnderWay() throws IOException {
        List<ExecutionRow> rows = ended(5);
        List<Runnable> underWay = new ArrayList<>();
        Store slow = lossy((called, arguments) -> {
            if (called.getName().equals("removeArchived") && underWay.isEmpty()) {
                underWay.add(() -> store.removeArchived(ids(rows), (String) arguments[1]));
                throw new StoreException(StoreException.Kind.UNAVAILABLE, "made up: the connection is gone", null);
            }
            if (called.getName().equals("areKept")) {
                underWay.forEach(Runnable::run); // it waits for it
            }
            return null;
        });
        Archiver archiver = archiving(slow, archive(), "own");
        assertThatThrownBy(() -> archiver.remove(rows)).isInstanceOf(StoreException.class);

        archiver.settleFirst();

        assertThat(archived()).containsExactlyElementsOf(ids(rows));
        assertThat(files(".pending")).isEmpty();
    }

    @Test
    @DisplayName("of two engines that remove the same executions, one seals its file")
    void twoThatRemoveTheSame() throws IOException {
        List<ExecutionRow> rows = ended(5);
        Archiver first = archiving(store, new Failing("before seal"), "first");
        assertThatThrownBy(() -> first.remove(rows)).isInstanceOf(StoreException.class);
        Store deaf = lossy((called, arguments) -> {
            if (called.getName().equals("removeArchived")) {
                throw new StoreException(StoreException.Kind.UNAVAILABLE, "made up: the connection is gone", null);
            }
            return null;
        });
        DirectoryArchive elsewhere =
                DirectoryArchive.at(directory.resolve("elsewhere")).gathering(Duration.ZERO);
        Archiver second = archiving(deaf, elsewhere, "second");
        assertThatThrownBy(() -> second.remove(rows)).isInstanceOf(StoreException.class);

        second.settleFirst();
        first.settleFirst();

        assertThat(archived()).containsExactlyElementsOf(ids(rows));
        assertThat(files(".jsonl.gz").getFirst()).startsWith(directory.resolve("2026-03-01"));
    }

    @Test
    @DisplayName("a pending file whose executions this store does not have is never deleted")
    void pendingOfAnotherStore() throws IOException {
        List<ExecutionRow> rows = ended(3);
        try (DirectoryArchive archive = archive()) {
            archive.open();
            archive.write("2026-03-01-other", out -> {
                ArchiveText text = new ArchiveText(out, "other");
                text.execution(Fixture.row(fixture.id()), List.of());
                text.end();
            });
        }
        assertThat(archiving(archive()).remove(rows)).isEqualTo(3);
        assertThat(files(".pending")).hasSize(1);
    }

    @Test
    @DisplayName("a directory belongs to one engine at a time")
    void oneAtATime() throws IOException {
        DirectoryArchive first = archive();
        first.open();
        assertThatThrownBy(() -> archive().open()).hasMessageContaining("used by another engine");
        first.close();
        try (DirectoryArchive second = archive()) {
            assertThat(second.open()).isEmpty();
        }
    }

    @Test
    @DisplayName("a file that cannot be read back does not count as written, and names cannot leave the directory")
    void verified() throws IOException {
        try (DirectoryArchive archive = archive()) {
            archive.open();
            assertThatThrownBy(() -> archive.write("2026-03-01/../../x", out -> {}))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> archive.write("2026-03-01-a", out -> {
                        out.write("x\n".getBytes(StandardCharsets.UTF_8));
                        out.flush();
                        damage();
                    }))
                    .isInstanceOf(IOException.class);
            assertThat(files("a.jsonl.gz.pending")).isEmpty();
        }
    }

    /** Another process writes into the file. */
    private void damage() throws IOException {
        Path writing = files(".writing").getFirst();
        Files.write(writing, "nonsense that is no gzip".getBytes(StandardCharsets.UTF_8));
    }
}
