package dev.reeve.cli;

import dev.reeve.core.Verb;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Holds an execution. */
@Command(
        name = "pause",
        description = {
            "Holds an execution: nothing more is handed out, and no timer, retry or complete-by of its own acts on it,",
            "until it is resumed. It can be cancelled and compensated all the same, which ends the pause."
        },
        footer = Acting.FOOTER)
final class PauseCommand implements Callable<Integer> {

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
                new Acting.Wish(id, Verb.PAUSE, null, execution -> execution.pause(acting.by(), acting.reason())));
    }
}
