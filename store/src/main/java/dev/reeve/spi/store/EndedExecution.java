package dev.reeve.spi.store;

/**
 * An execution that has ended.
 *
 * @param row the index entry; its {@link ExecutionRow#endedAt} is not null
 * @param hasMessages whether a message about it is still undelivered; until then the store keeps it
 */
public record EndedExecution(ExecutionRow row, boolean hasMessages) {

    /** The position of this row: {@link EndedFilter#after} of the next page, if this row is the last of its page. */
    public EndedPosition position() {
        return EndedFilter.position(row);
    }
}
