package dev.reeve.internal.sqlite;

import static dev.reeve.internal.sqlite.Trouble.commit;
import static dev.reeve.internal.sqlite.Trouble.doubt;
import static dev.reeve.internal.sqlite.Trouble.kindOf;
import static dev.reeve.internal.sqlite.Trouble.messageOf;
import static dev.reeve.spi.store.Lanes.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ExecutionId;
import dev.reeve.spi.store.Batch;
import dev.reeve.spi.store.CommitOutcome;
import dev.reeve.spi.store.Fixture;
import dev.reeve.spi.store.LaneStore;
import dev.reeve.spi.store.Reacquired;
import dev.reeve.spi.store.Store;
import dev.reeve.spi.store.StoreException;
import dev.reeve.spi.store.StoreException.Kind;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The file is deleted, replaced, damaged, or the disk is full: it is noticed, and nothing is acknowledged that is not
 * there.
 */
final class LossTest {

    private static final int PAGE = 4096;

    @TempDir
    private Path directory;

    private final Fixture fixture = new Fixture(7);

    private static Store open(Path file) {
        return new SqliteStoreProvider().open(file).orElseThrow();
    }

    private LaneStore join(Store store) {
        return store.join(fixture.node("a"), 1).getFirst();
    }

    @Test
    @DisplayName("F42: a deleted file, log or lock is noticed by the next commit, read and reacquire")
    void aDeletedFileIsNoticed() throws IOException {
        for (String suffix : new String[] {"", "-wal", "-lock"}) {
            Path file = directory.resolve("test" + suffix + ".db");
            try (Store store = open(file)) {
                LaneStore lane = join(store);
                List<ExecutionId> ids = fixture.ids(2);
                assertThat(commit(lane, Fixture.startAll(ids))).isEqualTo(CommitOutcome.COMMITTED);

                Path part = file.resolveSibling(file.getFileName() + suffix);
                Files.move(part, part.resolveSibling("elsewhere"));
                StoreException trouble = doubt(commit(lane, Fixture.append(2, ids)));
                assertThat(trouble.kind()).isEqualTo(Kind.UNUSABLE);
                assertThat(trouble).hasMessageContaining("deleted or moved");
                if (!suffix.equals("-wal")) {
                    assertThat(kindOf(() -> await(lane.reacquire()))).isEqualTo(Kind.UNUSABLE);
                    assertThat(kindOf(() -> store.find(ids.getFirst()))).isEqualTo(Kind.UNUSABLE);
                }

                // Put back it goes on, and nothing of the refused batch is there.
                Files.move(part.resolveSibling("elsewhere"), part, StandardCopyOption.REPLACE_EXISTING);
                assertThat(await(lane.reacquire())).isEqualTo(Reacquired.NOT_LANDED);
                assertThat(store.history(ids.getFirst())).hasSize(1);
                assertThat(commit(lane, Fixture.append(2, ids))).isEqualTo(CommitOutcome.COMMITTED);
            }
        }
    }

    @Test
    @DisplayName("F42: a file that was replaced by a copy of itself is noticed")
    void aReplacedFileIsNoticed() throws IOException {
        Path file = directory.resolve("test.db");
        open(file).close();
        Path copy = Files.copy(file, directory.resolve("backup.db"));
        Store store = open(file);
        LaneStore lane = join(store);

        Files.move(copy, file, StandardCopyOption.REPLACE_EXISTING);

        StoreException trouble = doubt(commit(lane, Fixture.startAll(fixture.ids(1))));
        assertThat(trouble.kind()).isEqualTo(Kind.UNUSABLE);
        assertThat(trouble).hasMessageContaining("replaced");
        store.close();
    }

    @Test
    @DisplayName("F43: damage is found at opening after an unclean stop, and the file is refused")
    void damageIsFoundAfterAnUncleanStop() throws IOException {
        Path file = directory.resolve("test.db");
        fill(file);
        Path copy = directory.resolve("copy.db");
        try (Store store = open(file)) {
            assertThat(store.workflows("default")).isEmpty();
            // As it is now it was not closed in order.
            for (Path part : Trouble.filesOf(file)) {
                String suffix = part.getFileName().toString().substring("test.db".length());
                if (!suffix.equals("-lock")) {
                    Files.copy(part, directory.resolve("copy.db" + suffix));
                }
            }
        }
        damage(copy);

        assertThat(kindOf(() -> open(copy))).isEqualTo(Kind.UNUSABLE);
        assertThat(messageOf(() -> open(copy))).contains("damaged", ".recover");
    }

    @Test
    @DisplayName("F43: a damaged page is found when it is read; other pages can still be read and written")
    void aDamagedPageIsFoundWhenItIsRead() throws IOException {
        Path file = directory.resolve("test.db");
        List<ExecutionId> ids = fill(file);
        damage(file);

        try (Store store = open(file)) {
            LaneStore lane = join(store);
            int sound = 0;
            int damaged = 0;
            for (ExecutionId id : ids) {
                try {
                    assertThat(store.history(id)).hasSize(1);
                    sound++;
                } catch (StoreException e) {
                    assertThat(e.kind()).isEqualTo(Kind.UNUSABLE);
                    assertThat(kindOf(() -> await(lane.load(List.of(id))))).isEqualTo(Kind.UNUSABLE);
                    damaged++;
                }
            }
            assertThat(damaged).isPositive().isLessThan(20);
            assertThat(sound).isGreaterThan(100);
            assertThat(commit(lane, Fixture.startAll(fixture.ids(1)))).isEqualTo(CommitOutcome.COMMITTED);
        }
    }

    @Test
    @DisplayName("F43, I4: a missing journal row is noticed when the journal is read; other executions are unaffected")
    void aMissingJournalRowIsMissed() throws SQLException {
        Path file = directory.resolve("test.db");
        List<ExecutionId> ids = fixture.ids(2);
        try (Store store = open(file)) {
            LaneStore lane = join(store);
            assertThat(commit(lane, Fixture.startAll(ids))).isEqualTo(CommitOutcome.COMMITTED);
            assertThat(commit(lane, Fixture.append(2, ids))).isEqualTo(CommitOutcome.COMMITTED);
        }
        try (Session session = new Connections(file).bare()) {
            session.execute("delete from journal where execution = 1 and seq = 1");
        }

        try (Store store = open(file)) {
            LaneStore lane = join(store);
            assertThat(kindOf(() -> store.history(ids.get(0)))).isEqualTo(Kind.DATA);
            assertThat(messageOf(() -> await(lane.load(ids))))
                    .contains(ids.get(0).toString(), "expected", "seq 1");
            assertThat(store.history(ids.get(1))).hasSize(2);
        }
    }

    /** Executions with payloads that fill some hundred pages, in a file that is closed in order. */
    private List<ExecutionId> fill(Path file) {
        List<ExecutionId> ids = fixture.ids(200);
        try (Store store = open(file)) {
            LaneStore lane = join(store);
            String payload = "[\"" + "x".repeat(3000) + "\"]";
            assertThat(commit(
                            lane,
                            new Batch(
                                    ids.stream()
                                            .map(id -> Fixture.journal(id, 1, payload))
                                            .toList(),
                                    ids.stream().map(Fixture::row).toList(),
                                    List.of())))
                    .isEqualTo(CommitOutcome.COMMITTED);
        }
        return ids;
    }

    /** Overwrites a page of the journal: one in whose middle there is nothing but payload. */
    private static void damage(Path file) throws IOException {
        try (RandomAccessFile raw = new RandomAccessFile(file.toFile(), "rw")) {
            List<Long> pages = new ArrayList<>();
            byte[] page = new byte[PAGE];
            for (long offset = 0; offset + PAGE <= raw.length(); offset += PAGE) {
                raw.seek(offset);
                raw.readFully(page);
                if (page[PAGE / 2] == 'x' && page[PAGE - 100] == 'x') {
                    pages.add(offset);
                }
            }
            raw.seek(pages.get(pages.size() / 2));
            Arrays.fill(page, (byte) 0xA5);
            raw.write(page);
        }
    }

    @Test
    @DisplayName("F35: a full disk is an unknown outcome; after space is freed, reacquire knows, and work continues")
    void aFullDiskIsSurvived() throws IOException {
        Path mount = Files.createDirectory(directory.resolve("small"));
        Trouble.skipUnless(
                Trouble.run("mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", mount.toString()),
                "F35",
                "no small file system can be mounted here; that takes root");
        try {
            Path ballast = Files.write(mount.resolve("ballast"), new byte[1 << 20]);
            Path file = mount.resolve("test.db");
            List<ExecutionId> acknowledged = new ArrayList<>();
            try (Store store = open(file)) {
                LaneStore lane = join(store);
                List<ExecutionId> ids = fixture.ids(50);
                CommitOutcome outcome = commit(lane, Fixture.startAll(ids));
                while (outcome.equals(CommitOutcome.COMMITTED)) {
                    acknowledged.addAll(ids);
                    ids = fixture.ids(50);
                    outcome = commit(lane, Fixture.startAll(ids));
                }
                assertThat(doubt(outcome).kind()).isEqualTo(Kind.UNAVAILABLE);
                assertThat(acknowledged).isNotEmpty();

                Files.delete(ballast);

                assertThat(await(lane.reacquire())).isEqualTo(Reacquired.NOT_LANDED);
                assertThat(store.find(ids.getFirst())).isEmpty();
                assertThat(commit(lane, Fixture.startAll(ids))).isEqualTo(CommitOutcome.COMMITTED);
                acknowledged.addAll(ids);
            }
            try (Store store = open(file)) {
                assertThat(await(join(store).find(acknowledged))).hasSameSizeAs(acknowledged);
            }
        } finally {
            assertThat(Trouble.run("umount", mount.toString())).isTrue();
        }
    }
}
