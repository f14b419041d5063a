package dev.reeve.internal.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.reeve.spi.store.Batch;
import dev.reeve.spi.store.CommitOutcome;
import dev.reeve.spi.store.LaneStore;
import dev.reeve.spi.store.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Assumptions;

/** Short words for what goes wrong in tests. */
final class Trouble {

    private Trouble() {}

    static StoreException.Kind kindOf(ThrowingCallable call) {
        return exceptionOf(call).kind();
    }

    static String messageOf(ThrowingCallable call) {
        return String.valueOf(exceptionOf(call).getMessage());
    }

    static StoreException exceptionOf(ThrowingCallable call) {
        StoreException e = catchThrowableOfType(StoreException.class, call);
        assertThat(e).isNotNull();
        return e;
    }

    static CommitOutcome commit(LaneStore lane, Batch batch) {
        return lane.commit(batch).toCompletableFuture().join();
    }

    /** The trouble that a commit is in doubt for. */
    static StoreException doubt(CommitOutcome outcome) {
        assertThat(outcome).isInstanceOf(CommitOutcome.InDoubt.class);
        return ((CommitOutcome.InDoubt) outcome).cause();
    }

    /** Ends the test as skipped, and says so where it is seen: a fault that was not injected was not survived. */
    static void skipUnless(boolean possible, String fault, String why) {
        if (!possible) {
            System.err.printf("SKIPPED %s: %s%n", fault, why);
            Assumptions.abort(fault + ": " + why);
        }
    }

    /** Runs a command of the operating system; whether it succeeded. */
    static boolean run(String... command) {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process.waitFor() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** The files of a store. */
    static List<Path> filesOf(Path file) {
        return List.of("", "-wal", "-shm", "-lock").stream()
                .map(suffix -> file.resolveSibling(file.getFileName() + suffix))
                .filter(Files::exists)
                .toList();
    }
}
