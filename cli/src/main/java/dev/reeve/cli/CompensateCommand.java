package dev.reeve.cli;

import dev.reeve.core.Verb;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Has an execution undone. */
@Command(
        name = "compensate",
        description = {
            "Has an execution undone although it could go on.",
            "As cancel, but it ends as COMPENSATED, with who and why as its failure."
        },
        footer = Acting.FOOTER)
final class CompensateCommand implements Callable<Integer> {

    @Mixin
    private final StoreOptions store = new StoreOptions();

    @Mixin
    private final Output output = new Output();

    @Mixin
    private final Acting acting = new Acting();

    @Parameters(paramLabel = "ID", description = "The execution's id, or the key that it was started with.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String id;

    @Override
    public Integer call() {
        return acting.run(
                store,
                output,
                new Acting.Wish(
                        id, Verb.COMPENSATE, null, execution -> execution.compensate(acting.by(), acting.reason())));
    }
}
