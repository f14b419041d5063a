package dev.reeve.internal.engine.inbox;

import dev.reeve.ReeveException;
import dev.reeve.internal.engine.inbox.ReceivedLetter.Content;
import dev.reeve.spi.store.InboxRow;
import dev.reeve.spi.store.StoreException;

/** Makes requests to lanes from the rows of the inbox. May wait for the store. */
interface MessageReader {

    /** @throws StoreException if the store does not answer */
    Content content(InboxRow row);

    /**
     * The next request to the lane, after it has given up one for this reason.
     *
     * @throws StoreException if the store does not answer
     */
    Content instead(InboxRow row, Content content, ReeveException cause);

    /** Whether the same message would fail in the same way again. */
    boolean isLasting(ReeveException cause);

    /** Whether a refused message stays in the inbox, because nobody waits for the answer. */
    boolean isPatient();
}
