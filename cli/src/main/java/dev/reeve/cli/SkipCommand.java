package dev.reeve.cli;

import dev.reeve.core.Verb;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Goes on without an escalated step; or leaves it done, if it was its compensation that failed. */
@Command(
        name = "skip",
        description = "Goes on without an escalated step; or leaves it done, if it was its compensation that failed.",
        footer = Acting.FOOTER)
final class SkipCommand implements Callable<Integer> {

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
                new Acting.Wish(id, Verb.SKIP, step, execution -> execution.skip(step, acting.by(), acting.reason())));
    }
}
