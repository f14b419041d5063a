package dev.reeve.cli.look;

import dev.reeve.ExecutionId;
import dev.reeve.PastExecution;
import dev.reeve.ReeveReader;
import dev.reeve.cli.connection.StoreOptions;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The event after which an execution is shown. */
final class PastOption {

    @Option(
            names = "--as-of",
            paramLabel = "N",
            description = "As the execution was after its event number N; 'show --history' lists the events.")
    private @Nullable Integer seq;

    /** The number of the event; null for the present. */
    @Nullable Integer seq() {
        return seq;
    }

    /** The first line for people; empty for the present. */
    String heading() {
        return seq == null ? "" : "as it was after event %d:%n".formatted(seq);
    }

    void check(StoreOptions store) {
        if (seq != null) {
            store.require("--as-of", seq, Integer.MAX_VALUE);
        }
    }

    /** The execution as it was after the event; null for the present. */
    @Nullable PastExecution of(ReeveReader reader, ExecutionId execution) {
        return seq == null ? null : reader.asOf(execution, seq);
    }
}
