package dev.reeve.internal.http.local;

import dev.reeve.ErrorCode;
import dev.reeve.InvalidException;
import dev.reeve.ReeveException;
import dev.reeve.internal.http.JsonFields;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Leads to a door: a file beside the database that only its owner can read and write. It names no address, so it cannot
 * lead to another machine.
 *
 * @param port on the loopback address
 * @param key of the door
 */
public record DoorFile(int port, DoorKey key) {

    private static final int FORMAT = 1;
    private static final int PORT_MAX = 65_535;
    private static final int BYTES_MAX = 4_096;

    private static final Set<PosixFilePermission> OWNERS =
            EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);

    /** Finds the user of this process. */
    @FunctionalInterface
    interface Self {
        UserPrincipal user() throws IOException;
    }

    /**
     * @throws IllegalArgumentException if it is no port
     */
    public DoorFile {
        if (port < 1 || port > PORT_MAX) {
            throw new IllegalArgumentException("expected a port from 1 to %d".formatted(PORT_MAX));
        }
    }

    /**
     * The place of the file.
     *
     * @param database links are followed, so that one database has one place
     */
    public static Path beside(Path database) {
        try {
            Path real = database.toRealPath();
            return real.resolveSibling(real.getFileName() + ".door");
        } catch (IOException e) {
            throw ReeveException.of(
                    ErrorCode.STORE_UNAVAILABLE, "%s cannot be looked at: %s".formatted(database, e), e);
        }
    }

    /** Writes the file, in place of what is there. A reader sees nothing, the old content, or the new one. */
    void write(Path file) throws IOException {
        Path draft = file.resolveSibling(file.getFileName() + "." + UUID.randomUUID());
        try {
            try (SeekableByteChannel channel = Files.newByteChannel(
                    draft,
                    Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                    PosixFilePermissions.asFileAttribute(OWNERS))) {
                ByteBuffer bytes = StandardCharsets.UTF_8.encode(
                        "{\"format\":%d,\"port\":%d,\"key\":\"%s\"}\n".formatted(FORMAT, port, key.text()));
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
            }
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(draft);
        }
    }

    /** Removes the file, unless it leads to another door by now. */
    void remove(Path file) throws IOException {
        if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                && content(file).contains(key.text())) {
            Files.deleteIfExists(file);
        }
    }

    /**
     * Reads the file.
     *
     * @return empty if there is none
     * @throws ReeveException {@link ErrorCode#DENIED} if it is not certain that the user of this process has written
     *     it, and that nobody else can read it; {@link ErrorCode#INVALID_INPUT} if it is damaged
     */
    public static Optional<DoorFile> read(Path file) {
        return read(file, DoorFile::self);
    }

    static Optional<DoorFile> read(Path file, Self self) {
        try {
            PosixFileAttributes found =
                    Files.readAttributes(file, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (!found.isRegularFile()) {
                throw denied(file, found.isSymbolicLink() ? "is a symbolic link" : "is no regular file");
            }
            UserPrincipal user = self.user();
            if (!found.owner().equals(user)) {
                throw denied(
                        file,
                        "belongs to '%s', and this command runs as '%s'"
                                .formatted(found.owner().getName(), user.getName()));
            }
            if (!OWNERS.containsAll(found.permissions())) {
                throw denied(
                        file,
                        "has the permissions %s: expected rw------- at most"
                                .formatted(PosixFilePermissions.toString(found.permissions())));
            }
            return Optional.of(parse(content(file)));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (InvalidException e) {
            throw ReeveException.of(ErrorCode.INVALID_INPUT, "%s is damaged: %s".formatted(file, e.getMessage()), e);
        } catch (IOException | UnsupportedOperationException e) {
            throw ReeveException.of(ErrorCode.DENIED, "%s cannot be read: %s".formatted(file, e), e);
        }
    }

    private static ReeveException denied(Path file, String why) {
        return ReeveException.of(ErrorCode.DENIED, "%s %s".formatted(file, why));
    }

    private static String content(Path file) throws IOException {
        try (SeekableByteChannel channel =
                Files.newByteChannel(file, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))) {
            return new String(Channels.newInputStream(channel).readNBytes(BYTES_MAX), StandardCharsets.UTF_8);
        }
    }

    private static DoorFile parse(String text) {
        JsonFields fields = JsonFields.of(JsonFields.parse(text, BYTES_MAX).text());
        int format = fields.integer("format").orElse(0);
        if (format != FORMAT) {
            throw ReeveException.of(
                    ErrorCode.INVALID_INPUT,
                    "expected the format %d, found %d: use the command line of the application's release"
                            .formatted(FORMAT, format));
        }
        int port = fields.integer("port").orElse(0);
        String key = fields.required("key");
        fields.end();
        return JsonFields.made("door", () -> new DoorFile(port, new DoorKey(key)));
    }

    /** The owner of what this process creates. Its name alone would not do, since two ids may share one. */
    private static UserPrincipal self() throws IOException {
        Path own = Files.createTempFile("reeve-", ".owner");
        try {
            return Files.getOwner(own);
        } finally {
            Files.delete(own);
        }
    }
}
