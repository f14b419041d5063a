package dev.reeve.cli;

import dev.reeve.core.Verb;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Ends an execution. */
@Command(
        name = "cancel",
        description = "Ends an execution: nothing new is started, and whatever was or may have been done is undone.",
        footer = Acting.FOOTER)
final class CancelCommand implements Callable<Integer> {

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
                new Acting.Wish(id, Verb.CANCEL, null, execution -> execution.cancel(acting.by(), acting.reason())));
    }
}
