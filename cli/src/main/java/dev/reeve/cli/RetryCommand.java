package dev.reeve.cli;

import dev.reeve.core.Verb;
import dev.reeve.model.Json;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Has an escalated step tried again, with fresh budgets. */
@Command(
        name = "retry",
        description = {
            "Has an escalated step tried again, with fresh budgets.",
            "With another input only while no earlier attempt may have had its effect: it has an idempotency key of its own."
        },
        footer = Acting.FOOTER)
final class RetryCommand implements Callable<Integer> {

    @Mixin
    private final StoreOptions store = new StoreOptions();

    @Mixin
    private final Output output = new Output();

    @Mixin
    private final Acting acting = new Acting();

    @Parameters(
            index = "0",
            paramLabel = "ID",
            description = "The execution's id, or the key that it was started with.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String id;

    @Parameters(index = "1", paramLabel = "STEP", description = "The escalated step.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String step;

    @Option(
            names = "--input",
            paramLabel = "JSON",
            description =
                    "What all further attempts are called with, and what undoing the step is told (default: as before).")
    private @Nullable String input;

    @Override
    public Integer call() {
        Json edited = input == null ? null : store.json(input, "--input");
        return acting.run(store, output, new Acting.Wish(id, Verb.RETRY, step, execution -> {
            if (edited == null) {
                execution.retry(step, acting.by(), acting.reason());
            } else {
                execution.retry(step, edited, acting.by(), acting.reason());
            }
        }));
    }
}
