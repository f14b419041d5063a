package dev.reeve.internal.sqlite;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;

/** Checks whether the location of a file is suitable for a store. Every refusal says what was found and what to do. */
final class Place {

    /**
     * Network file systems, whose locks and shared memory do not work as SQLite needs them: two processes would damage
     * the file (F42). As {@link java.nio.file.FileStore#type} names them.
     */
    private static final Set<String> NETWORK = Set.of(
            "9p",
            "afpfs",
            "afs",
            "autofs",
            "beegfs",
            "ceph",
            "cifs",
            "coda",
            "davfs",
            "fuse.ceph",
            "fuse.davfs2",
            "fuse.gcsfuse",
            "fuse.glusterfs",
            "fuse.rclone",
            "fuse.s3fs",
            "fuse.sshfs",
            "fuse.vmhgfs-fuse",
            "glusterfs",
            "gpfs",
            "lustre",
            "ncpfs",
            "nfs",
            "nfs3",
            "nfs4",
            "prl_fs",
            "smb",
            "smb2",
            "smb3",
            "smbfs",
            "vboxsf",
            "webdav");

    private Place() {}

    /**
     * Checks a path and returns the one to use: absolute, without links, so that one file has one name.
     *
     * @throws dev.reeve.spi.store.StoreException if it cannot be a store
     */
    static Path check(Path file) {
        Path absolute = file.toAbsolutePath().normalize();
        Path parent = absolute.getParent();
        if (parent == null || Files.isDirectory(absolute)) {
            throw SqliteErrors.unusable("%s is a directory. Give the path of a file, such as %s."
                    .formatted(absolute, absolute.resolve("reeve.db")));
        }
        if (!Files.isDirectory(parent)) {
            throw SqliteErrors.unavailable(
                    "The directory %s does not exist. Make it, or give another path.".formatted(parent), null);
        }
        try {
            Path real = Files.exists(absolute)
                    ? absolute.toRealPath()
                    : parent.toRealPath().resolve(absolute.getFileName());
            checkName(real);
            checkFileSystem(real, Files.getFileStore(real.resolveSibling("")).type());
            checkRights(real);
            checkNames(real);
            return real;
        } catch (IOException e) {
            throw SqliteErrors.unavailable("%s cannot be looked at: %s".formatted(absolute, e), e);
        }
    }

    /** The driver reads settings after a question mark. */
    private static void checkName(Path file) {
        if (file.toString().indexOf('?') >= 0) {
            throw SqliteErrors.unusable(
                    "%s: a path with a question mark cannot be opened. Give another path.".formatted(file));
        }
    }

    static void checkFileSystem(Path file, String type) {
        if (NETWORK.contains(type.toLowerCase(Locale.ROOT)) || file.toString().startsWith("\\\\")) {
            throw SqliteErrors.unusable(
                    "%s is on a network file system (%s), where SQLite's locks do not hold. Put it on a local disk, or use PostgreSQL."
                            .formatted(file, type));
        }
    }

    /**
     * SQLite keeps the log of a file next to the name by which it was opened. Two processes that open one file by two
     * names do not see each other's log, and damage the file.
     */
    private static void checkNames(Path file) throws IOException {
        if (!Files.exists(file) || !Files.getFileStore(file).supportsFileAttributeView("unix")) {
            return;
        }
        if (Files.getAttribute(file, "unix:nlink") instanceof Integer names && names > 1) {
            throw SqliteErrors.unusable(
                    "%s is one of %d names (hard links) of the same file, of which SQLite can only know one: opened by two names the file would be damaged. Remove the other ones ('find DIRECTORY -samefile %s' finds them), and copy a store with 'sqlite3 %s \".backup COPY\"'."
                            .formatted(file, names, file, file));
        }
    }

    private static void checkRights(Path file) {
        Path parent = file.resolveSibling("");
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw SqliteErrors.unusable("%s is not a regular file. Give another path.".formatted(file));
        }
        if (!Files.isWritable(parent)) {
            throw SqliteErrors.unavailable(
                    "The directory %s cannot be written, which SQLite needs for its log. Give this process the right to write it."
                            .formatted(parent),
                    null);
        }
        if (Files.exists(file) && !(Files.isReadable(file) && Files.isWritable(file))) {
            throw SqliteErrors.unavailable(
                    "%s is read-only for this process. Give it the right to read and write the file.".formatted(file),
                    null);
        }
    }
}
