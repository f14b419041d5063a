package dev.reeve.internal.document;

import dev.reeve.ErrorCode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An error as RFC 9457 describes it.
 *
 * @param type the address of a page about the code, on the same server
 * @param title the code in words
 * @param status the status of the answer
 * @param code for programs; a released code keeps its meaning
 * @param detail for people
 * @param retryable whether the same request may succeed later without any change
 * @param problems the problems of a definition, if the error is about one
 * @param instance names this occurrence in the log of the server; absent if the log says nothing about it
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9457">RFC 9457: Problem Details for HTTP APIs</a>
 */
public record ProblemDetailDocument(
        String type,
        String title,
        int status,
        ErrorCode code,
        String detail,
        boolean retryable,
        List<ProblemDocument> problems,
        @Nullable String instance)
        implements Document {

    public static final String CONTENT_TYPE = "application/problem+json";
}
