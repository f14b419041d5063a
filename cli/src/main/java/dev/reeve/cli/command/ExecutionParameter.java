package dev.reeve.cli.command;

import dev.reeve.ErrorCode;
import dev.reeve.ExecutionId;
import dev.reeve.ReeveException;
import dev.reeve.ReeveReader;
import picocli.CommandLine.Parameters;

/** The execution that a command is about: its first parameter. */
public final class ExecutionParameter {

    /** For the help of each command that takes an execution. */
    public static final String DESCRIPTION = "The execution's id, or the key that it was started with.";

    @Parameters(index = "0", paramLabel = "ID", description = DESCRIPTION)
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String idOrKey;

    /**
     * The id of the execution.
     *
     * @throws ReeveException {@link ErrorCode#NOT_FOUND} if there is no such execution
     */
    public ExecutionId id(ReeveReader reader) {
        return id(reader, idOrKey);
    }

    /**
     * Finds an execution by its id, or by the key that it was started with.
     *
     * @throws ReeveException {@link ErrorCode#NOT_FOUND} if there is no such execution
     */
    public static ExecutionId id(ReeveReader reader, String idOrKey) {
        try {
            return reader.summary(ExecutionId.parse(idOrKey)).id();
        } catch (IllegalArgumentException e) {
            return reader.find(idOrKey)
                    .orElseThrow(() -> ReeveException.of(
                            ErrorCode.NOT_FOUND,
                            "there is no execution with the id or key '%s'; 'reeve list' lists all"
                                    .formatted(idOrKey)));
        }
    }
}
