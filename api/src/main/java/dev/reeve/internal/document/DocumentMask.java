package dev.reeve.internal.document;

import dev.reeve.Json;
import java.util.List;

/** Replaces what the reader of a document may not see. For one document. */
public interface DocumentMask {

    /** The reader may see everything. */
    DocumentMask NONE = new DocumentMask() {
        @Override
        public Json payload(List<Document> owners, String name, Json payload) {
            return payload;
        }

        @Override
        public String text(List<Document> owners, String name, String text) {
            return text;
        }
    };

    /**
     * A payload as the reader may see it.
     *
     * @param owners the documents around it, the outermost first
     * @param name of the member
     */
    Json payload(List<Document> owners, String name, Json payload);

    /**
     * A text as the reader may see it.
     *
     * @param owners the documents around it, the outermost first
     * @param name of the member
     */
    String text(List<Document> owners, String name, String text);
}
