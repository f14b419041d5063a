package dev.reeve.internal.http.endpoint;

import dev.reeve.InvalidInputException;
import dev.reeve.JobOptions;
import dev.reeve.internal.document.DocumentReader;
import dev.reeve.internal.document.JobOptionsDocument;
import dev.reeve.internal.document.MalformedDocumentException;
import dev.reeve.internal.http.JsonFields;
import java.util.Optional;

/** The options of a job in a request. */
final class JobFields {

    private JobFields() {}

    static Optional<JobOptions> options(JsonFields body) {
        return body.json("options").map(json -> {
            try {
                return DocumentReader.read(json.text(), JobOptionsDocument.class)
                        .options();
            } catch (MalformedDocumentException e) {
                throw new InvalidInputException("'options': " + e.getMessage(), e);
            }
        });
    }
}
