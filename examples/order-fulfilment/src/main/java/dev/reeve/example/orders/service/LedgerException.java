package dev.reeve.example.orders.service;

import java.io.Serial;

/** A ledger cannot be read or written. */
public final class LedgerException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1;

    LedgerException(String message) {
        super(message);
    }

    LedgerException(String message, Throwable cause) {
        super(message, cause);
    }
}
