package dev.reeve.cli;

import dev.reeve.core.Verb;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Has an escalated step tried again, with fresh budgets. */
@Command(name = "retry", description = "Has an escalated step tried again, with fresh budgets.", footer = Acting.FOOTER)
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

    @Override
    public Integer call() {
        return acting.run(
                store,
                output,
                new Acting.Wish(
                        id, Verb.RETRY, step, execution -> execution.retry(step, acting.by(), acting.reason())));
    }
}
