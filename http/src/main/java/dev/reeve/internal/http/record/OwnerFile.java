package dev.reeve.internal.http.record;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Set;

/** Files that only their owner can read. */
public final class OwnerFile {

    private OwnerFile() {}

    private static FileAttribute<?>[] ownerOnly(String permissions) {
        return FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }

    /** Creates a directory and those above it. */
    public static void directory(Path directory) throws IOException {
        Files.createDirectories(directory, ownerOnly("rwx------"));
    }

    /** Creates an empty file unless it exists. */
    public static void create(Path file) throws IOException {
        if (!Files.exists(file)) {
            Files.newByteChannel(
                            file,
                            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                            ownerOnly("rw-------"))
                    .close();
        }
    }

    /** Replaces the content of a file. A reader sees the old or the new content, also after a crash. */
    public static void replace(Path file, String text) throws IOException {
        Path draft = file.resolveSibling(file.getFileName() + ".new");
        Files.deleteIfExists(draft);
        create(draft);
        try (var channel = FileChannel.open(draft, StandardOpenOption.WRITE)) {
            ByteBuffer bytes = StandardCharsets.UTF_8.encode(text);
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
        Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** The text of a file, which is random and made with the first call. */
    public static String secret(Path file) throws IOException {
        if (!Files.exists(file)) {
            byte[] bytes = new byte[32];
            new SecureRandom().nextBytes(bytes);
            Path parent = file.toAbsolutePath().getParent();
            if (parent != null) {
                directory(parent);
            }
            replace(file, HexFormat.of().formatHex(bytes));
        }
        return Files.readString(file).strip();
    }
}
