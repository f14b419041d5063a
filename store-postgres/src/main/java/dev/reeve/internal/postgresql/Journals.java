package dev.reeve.internal.postgresql;

import dev.reeve.spi.store.JournalRow;
import dev.reeve.spi.store.StoreException;

/** Checks that apply to every journal that is read (I4). */
final class Journals {

    private Journals() {}

    /** @throws dev.reeve.spi.store.StoreException if a row before this one is missing */
    static JournalRow checked(JournalRow row, int expectedSeq) {
        if (row.seq() != expectedSeq) {
            throw new StoreException(
                    StoreException.Kind.DATA,
                    "the journal of execution %s is damaged: expected row %d, found row %d. Restore it from a backup"
                            .formatted(row.id(), expectedSeq, row.seq()),
                    null);
        }
        return row;
    }
}
