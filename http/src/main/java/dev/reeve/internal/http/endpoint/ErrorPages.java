package dev.reeve.internal.http.endpoint;

import dev.reeve.ErrorCode;

/** A page for each code: what it means, and what to do. */
final class ErrorPages {

    private ErrorPages() {}

    static String of(ErrorCode code) {
        return "%s%n%n%s%n".formatted(code, text(code));
    }

    private static String text(ErrorCode code) {
        return switch (code) {
            case INVALID_INPUT ->
                "The request is malformed or breaks a limit. Nothing was stored. Correct it: the same request is refused again.";
            case UNAUTHENTICATED ->
                "The request names no caller, or its key is unknown, expired or malformed. Send a valid key: Authorization: Bearer KEY.";
            case DENIED ->
                "The caller's roles do not allow the call in this namespace. Nothing was stored. Use a key with a role that allows it.";
            case WORKFLOW_UNKNOWN ->
                "No workflow of this name, or no such version of it, is deployed. Deploy it, or correct the name.";
            case NOT_FOUND -> "The execution, step, signal, schedule or action does not exist. Check the name or id.";
            case CONFLICT ->
                "The key belongs to another start, the version is deployed with other content, or another result or answer was taken before. Use another key, or a higher version.";
            case REFUSED ->
                "The state of the execution or step does not allow the request. The detail says what was expected and what was found.";
            case OVERLOADED ->
                "Too many requests wait, or a workflow has used up its share. Nothing was stored. Repeat the request in a second.";
            case STORE_UNAVAILABLE ->
                "The database does not answer, and it is unknown whether the request was carried out. Repeat it with the same key.";
            case STORE_UNUSABLE -> "The database cannot be used in its current state. A person must act.";
            case FENCED -> "Another engine has taken over the store of this server, and this one has stopped.";
            case CLOSED ->
                "The server is stopping or has stopped. Repeat the request at another server, with the same key.";
            case LOST ->
                "The execution had been stored, and is no longer in the store. Find out what its steps have done, then start it again.";
            case TIMED_OUT -> "The waiting time passed. The execution continues. Wait again.";
            case NOT_COMPLETED -> "The execution ended otherwise than completed. Look at its failure.";
            case INTERNAL -> "A mistake in Reeve. Report it, with the log of the server.";
        };
    }
}
