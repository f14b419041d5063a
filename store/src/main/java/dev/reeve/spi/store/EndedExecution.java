package dev.reeve.spi.store;

/**
 * An execution that has ended.
 *
 * @param hasMessages whether a message about it is still undelivered; until then the store keeps it
 */
public record EndedExecution(ExecutionRow row, boolean hasMessages) {

    public EndedPosition position() {
        return EndedFilter.position(row);
    }
}
