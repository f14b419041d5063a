package dev.reeve.example.orders.harness;

import dev.reeve.example.orders.Order;
import dev.reeve.example.orders.service.Entry;
import dev.reeve.example.orders.service.Ledger;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The directory of a demo run: the orders, the store, and a ledger for each service. A run can continue in the
 * directory of an earlier run.
 *
 * @param path of the directory, which exists
 */
record DataDirectory(Path path) {

    /** The effects of the services, read from their files. */
    record Ledgers(
            List<Entry> inventory,
            List<Entry> payments,
            List<Entry> shipping,
            List<Entry> notifications,
            List<Entry> desk) {}

    /** An exclusive lock on the directory, held until it is closed or the process dies. */
    record Lock(FileChannel channel) implements AutoCloseable {
        @Override
        public void close() {
            try {
                channel.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    static DataDirectory temporary() {
        try {
            return new DataDirectory(Files.createTempDirectory("reeve-demo-"));
        } catch (IOException e) {
            throw new UnusableException(
                    "no temporary directory can be made (%s): give one with --data".formatted(e), e);
        }
    }

    /**
     * Creates the directory, or reuses that of an earlier run.
     *
     * @throws UnusableException if it holds something else, or cannot be written
     */
    static DataDirectory at(Path path) {
        DataDirectory data = new DataDirectory(path.toAbsolutePath().normalize());
        try {
            Files.createDirectories(data.path);
            if (!Files.exists(data.orders()) && data.holdsOtherFiles()) {
                throw new UnusableException(
                        "%s holds files that are not the demo's: give a new or empty directory".formatted(path));
            }
            return data;
        } catch (IOException e) {
            throw new UnusableException("%s cannot be used as a directory for data: %s".formatted(path, e), e);
        }
    }

    /** A run that was killed at once has left only the files that are made first. */
    private boolean holdsOtherFiles() throws IOException {
        Set<Path> first = Set.of(lockFile(), draft());
        try (Stream<Path> files = Files.list(path)) {
            return files.anyMatch(file -> !first.contains(file));
        }
    }

    private Path lockFile() {
        return path.resolve("lock");
    }

    private Path draft() {
        return path.resolve("orders.jsonl.new");
    }

    /** @throws UnusableException if another process holds the lock */
    Lock lock() {
        try {
            FileChannel channel = FileChannel.open(lockFile(), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            FileLock lock = tryLock(channel);
            if (lock == null) {
                channel.close();
                throw new UnusableException("another demo runs in %s: wait for its end".formatted(path));
            }
            return new Lock(channel);
        } catch (IOException e) {
            throw new UnusableException("%s cannot be written: %s".formatted(path, e), e);
        }
    }

    private static FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            throw new UnusableException("this process runs a demo in that directory already", e);
        }
    }

    /** The valid orders of the run. */
    Path orders() {
        return path.resolve("orders.jsonl");
    }

    void write(List<Order> orders) {
        try {
            Files.write(
                    draft(),
                    orders.stream().map(order -> ParsedOrder.json(order).text()).toList());
            Files.move(draft(), orders(), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UnusableException("%s cannot be written: %s".formatted(path, e), e);
        }
    }

    Path store() {
        return path.resolve("reeve.db");
    }

    Path ledger(String service) {
        return path.resolve(service + ".ledger");
    }

    boolean hasLedgers() {
        return Files.exists(ledger("inventory"));
    }

    Ledgers readLedgers() {
        return new Ledgers(
                Ledger.read(ledger("inventory")).entries(),
                Ledger.read(ledger("payments")).entries(),
                Ledger.read(ledger("shipping")).entries(),
                Ledger.read(ledger("notifications")).entries(),
                Ledger.read(ledger("desk")).entries());
    }

    void delete() {
        try (Stream<Path> files = Files.walk(path)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UnusableException("%s cannot be deleted: %s".formatted(path, e), e);
        }
    }
}
