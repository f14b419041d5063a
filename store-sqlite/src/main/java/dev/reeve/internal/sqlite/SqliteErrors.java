package dev.reeve.internal.sqlite;

import dev.reeve.spi.store.StoreException;
import dev.reeve.spi.store.StoreException.Kind;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** Maps every error of SQLite to its kind and to advice. */
final class SqliteErrors {

    /** The low byte of a result code is the primary code; the rest is detail. */
    private static final int PRIMARY = 0xff;

    private SqliteErrors() {}

    static StoreException unusable(String message) {
        return new StoreException(Kind.UNUSABLE, message, null);
    }

    static StoreException unusable(String message, Throwable cause) {
        return new StoreException(Kind.UNUSABLE, message, cause);
    }

    static StoreException unavailable(String message, @Nullable Throwable cause) {
        return new StoreException(Kind.UNAVAILABLE, message, cause);
    }

    static StoreException data(String message, @Nullable Throwable cause) {
        return new StoreException(Kind.DATA, message, cause);
    }

    static StoreException stale(String message) {
        return new StoreException(Kind.STALE, message, null);
    }

    /**
     * The exception for an error of SQLite.
     *
     * @param what was tried, such as "committing a batch"
     * @param where the file
     */
    static StoreException of(String what, Object where, SQLException trouble) {
        Verdict verdict = trouble instanceof SQLiteException known
                ? verdict(known)
                : new Verdict(Kind.UNAVAILABLE, "The connection is gone. Reeve connects again.");
        return new StoreException(
                verdict.kind(),
                "%s in %s failed: %s. %s".formatted(what, where, trouble.getMessage(), verdict.advice()),
                trouble);
    }

    private record Verdict(Kind kind, String advice) {}

    private static Verdict verdict(SQLiteException trouble) {
        SQLiteErrorCode code = trouble.getResultCode();
        if (code == SQLiteErrorCode.SQLITE_CONSTRAINT_UNIQUE && isWrittenMeanwhile(trouble)) {
            return new Verdict(Kind.STALE, "It was written meanwhile: read it again.");
        }
        // Never retried (R53): after a failed fsync the operating system may have discarded what it could not write.
        if (code == SQLiteErrorCode.SQLITE_IOERR_FSYNC || code == SQLiteErrorCode.SQLITE_IOERR_DIR_FSYNC) {
            return new Verdict(
                    Kind.UNUSABLE,
                    "The disk did not confirm a write. Look at the disk and the system log, then start again.");
        }
        if (code == SQLiteErrorCode.SQLITE_READONLY_DBMOVED) {
            return new Verdict(Kind.UNUSABLE, "Put the file back where it was, then start again.");
        }
        return verdictOnPrimary(code.code & PRIMARY);
    }

    /** Whether the execution or the journal row is there already. Only the text names the index. */
    private static boolean isWrittenMeanwhile(SQLiteException trouble) {
        String message = String.valueOf(trouble.getMessage());
        return message.contains("failed: execution.id") || message.contains("failed: journal.execution");
    }

    private static Verdict verdictOnPrimary(int primary) {
        return switch (primary) {
            case 19, 20, 18, 25 -> // CONSTRAINT, MISMATCH, TOOBIG, RANGE
                new Verdict(Kind.DATA, "The values cannot be stored; trying again is pointless.");
            case 11, 26 -> // CORRUPT, NOTADB
                new Verdict(
                        Kind.UNUSABLE,
                        "The file is damaged, or is not a database. Restore a backup, or save what can be saved with"
                                + " 'sqlite3 FILE .recover'.");
            case 13 -> // FULL
                new Verdict(Kind.UNAVAILABLE, "The disk is full. Make room; work goes on by itself.");
            case 8, 3 -> // READONLY, PERM
                new Verdict(
                        Kind.UNAVAILABLE,
                        "The file or its directory cannot be written. Give this process the right to write both.");
            case 5, 6, 15 -> // BUSY, LOCKED, PROTOCOL
                new Verdict(
                        Kind.UNAVAILABLE, "Another program keeps the file locked. Close it; work goes on by itself.");
            case 10 -> // IOERR
                new Verdict(Kind.UNAVAILABLE, "The disk reports an error. Look at the disk and the system log.");
            case 14 -> // CANTOPEN
                new Verdict(Kind.UNAVAILABLE, "Look whether the file and its directory exist and can be written.");
            case 4, 9 -> new Verdict(Kind.UNAVAILABLE, "It was interrupted."); // ABORT, INTERRUPT
            case 7 -> new Verdict(Kind.UNAVAILABLE, "Memory ran out."); // NOMEM
            // The rest are mistakes of ours, or a schema that is not ours: SQL that does not match, a closed
            // statement.
            default -> new Verdict(Kind.UNUSABLE, "The schema is not the one that this release made.");
        };
    }
}
