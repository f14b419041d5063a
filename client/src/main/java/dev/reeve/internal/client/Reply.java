package dev.reeve.internal.client;

import dev.reeve.ErrorCode;
import dev.reeve.Json;
import dev.reeve.ReeveException;
import dev.reeve.internal.document.Document;
import dev.reeve.internal.document.DocumentReader;
import dev.reeve.internal.document.MalformedDocumentException;
import dev.reeve.internal.values.JsonText;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * The answer of a server to an accepted request.
 *
 * @param type of the body, without parameters, in lower case
 */
record Reply(URI server, int status, String type, String body) {

    private static final String JSON = "application/json";

    <T extends Document> T as(Class<T> document) {
        expectJson();
        try {
            return DocumentReader.read(body, document);
        } catch (MalformedDocumentException e) {
            throw unusable("an answer that this client cannot read: " + e.getMessage(), e);
        }
    }

    /** A body that is JSON of callers. */
    Json json() {
        expectJson();
        try {
            return new Json(JsonText.checked(body, "the answer", Integer.MAX_VALUE));
        } catch (ReeveException e) {
            throw unusable("an answer that is no JSON: " + e.getMessage(), e);
        }
    }

    private void expectJson() {
        if (!type.equals(JSON)) {
            throw unusable("an answer of the type '%s' instead of JSON".formatted(Shown.text(type)), null);
        }
    }

    private ReeveException unusable(String what, @Nullable Throwable cause) {
        return ReeveException.of(
                ErrorCode.STORE_UNUSABLE,
                "%s gave %s. Check that the address is the one of a Reeve server; the request may have been carried out"
                        .formatted(server, what),
                cause);
    }
}
