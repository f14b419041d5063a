package dev.reeve.internal.http.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.ErrorCode;
import dev.reeve.ReeveException;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("The file that leads to a local door")
final class DoorFileTest {

    private static final String KEY = "k".repeat(43);

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path directory;

    private final DoorFile door = new DoorFile(4_711, new DoorKey(KEY));

    private Path file() {
        return directory.resolve("orders.db.door");
    }

    private Path written(String content) throws IOException {
        Files.writeString(file(), content);
        return Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString("rw-------"));
    }

    @Test
    @DisplayName("Only its owner can read it, it is written as a whole, and nothing else is left")
    void isWritten() throws IOException {
        door.write(file());

        assertThat(Files.getPosixFilePermissions(file()))
                .containsExactlyInAnyOrder(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
        assertThat(DoorFile.read(file())).contains(door);
        assertThat(names()).containsExactly("orders.db.door");
    }

    private List<String> names() throws IOException {
        try (Stream<Path> all = Files.list(directory)) {
            return all.map(path -> path.getFileName().toString()).toList();
        }
    }

    @Test
    @DisplayName("It replaces a link, which leads nothing away, and a file, whose wide permissions do not stay")
    void isReplaced() throws IOException {
        Path other = Files.writeString(directory.resolve("other"), "not touched");
        Files.createSymbolicLink(file(), other);

        door.write(file());

        assertThat(Files.isSymbolicLink(file())).isFalse();
        assertThat(other).hasContent("not touched");

        Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString("rw-rw-rw-"));
        door.write(file());
        assertThat(DoorFile.read(file())).contains(door);
    }

    @Test
    @DisplayName("A directory in its place is reported, and no draft is left")
    void cannotBeReplaced() throws IOException {
        Files.createDirectories(file().resolve("below"));

        assertThatThrownBy(() -> door.write(file())).isInstanceOf(IOException.class);
        assertThat(names()).containsExactly("orders.db.door");
    }

    @Test
    @DisplayName("It is removed by its own door only")
    void isRemoved() throws IOException {
        DoorFile later = new DoorFile(4_712, DoorKey.random());
        later.write(file());

        door.remove(file());
        assertThat(DoorFile.read(file())).contains(later);
        later.remove(file());
        assertThat(file()).doesNotExist();
        later.remove(file());
    }

    @Test
    @DisplayName("Without a file there is no door")
    void isMissing() {
        assertThat(DoorFile.read(file())).isEmpty();
    }

    @Test
    @DisplayName("A link is refused, also to a good file")
    void linkIsRefused() throws IOException {
        Path good = directory.resolve("good");
        door.write(good);
        Files.createSymbolicLink(file(), good);

        refused(file(), ErrorCode.DENIED, "is a symbolic link");
    }

    @Test
    @DisplayName("A directory is refused")
    void directoryIsRefused() throws IOException {
        refused(Files.createDirectory(file()), ErrorCode.DENIED, "is no regular file");
    }

    @ParameterizedTest
    @ValueSource(strings = {"rw-r-----", "rw----r--", "rw--w----", "rw-----w-", "rwx------", "rw---x---"})
    @DisplayName("A file with wider permissions is refused")
    void widePermissionsAreRefused(String permissions) throws IOException {
        door.write(file());
        Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString(permissions));

        refused(file(), ErrorCode.DENIED, "has the permissions " + permissions);
    }

    @Test
    @DisplayName("The file of another user is refused")
    void otherOwnerIsRefused() throws IOException {
        door.write(file());
        UserPrincipal other = FileSystems.getDefault()
                .getUserPrincipalLookupService()
                .lookupPrincipalByName(Files.getOwner(file()).getName().equals("daemon") ? "root" : "daemon");

        assertThatThrownBy(() -> DoorFile.read(file(), () -> other))
                .isInstanceOfSatisfying(
                        ReeveException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.DENIED))
                .hasMessageContaining(
                        "belongs to '%s'".formatted(Files.getOwner(file()).getName()))
                .hasMessageContaining("runs as '%s'".formatted(other.getName()));
    }

    static List<String> damaged() {
        return List.of(
                "",
                "{",
                "[]",
                "{\"format\":1,\"port\":4711}",
                "{\"format\":1,\"port\":0,\"key\":\"%s\"}".formatted(KEY),
                "{\"format\":1,\"port\":65536,\"key\":\"%s\"}".formatted(KEY),
                "{\"format\":1,\"port\":\"4711\",\"key\":\"%s\"}".formatted(KEY),
                "{\"format\":1,\"port\":4711,\"key\":\"short\"}",
                "{\"format\":1,\"port\":4711,\"key\":\"%s\\n\"}".formatted("k".repeat(42)),
                "{\"format\":1,\"port\":4711,\"key\":\"%s\",\"host\":\"example.com\"}".formatted(KEY),
                "{\"format\":2,\"port\":4711,\"key\":\"%s\"}".formatted(KEY),
                "\u0000".repeat(100_000));
    }

    @ParameterizedTest
    @MethodSource("damaged")
    @DisplayName("A damaged file is refused, and never read as a whole if it is large")
    void damagedIsRefused(String content) throws IOException {
        refused(written(content), ErrorCode.INVALID_INPUT, "is damaged");
    }

    private static void refused(Path file, ErrorCode code, String why) {
        assertThatThrownBy(() -> DoorFile.read(file))
                .isInstanceOfSatisfying(
                        ReeveException.class, e -> assertThat(e.code()).isEqualTo(code))
                .hasMessageContaining(why)
                .hasMessageNotContaining(KEY);
    }

    @Test
    @DisplayName("A database that is reached by a link has the same door")
    void linkToTheDatabase() throws IOException {
        Path database = Files.createFile(directory.resolve("orders.db"));
        Path link = Files.createSymbolicLink(directory.resolve("link.db"), database);

        assertThat(DoorFile.beside(link)).isEqualTo(DoorFile.beside(database)).hasFileName("orders.db.door");
        assertThat(DoorFile.beside(database).getParent()).isEqualTo(directory.toRealPath());
    }
}
