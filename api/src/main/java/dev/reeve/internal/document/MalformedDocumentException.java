package dev.reeve.internal.document;

import java.io.Serial;

/** A text that is not the expected document. The message says where and why. */
public final class MalformedDocumentException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1;

    MalformedDocumentException(String message) {
        super(message);
    }

    MalformedDocumentException(String message, Throwable cause) {
        super(message, cause);
    }
}
