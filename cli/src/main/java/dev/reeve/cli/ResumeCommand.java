package dev.reeve.cli;

import dev.reeve.core.Verb;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Lets a paused execution go on. */
@Command(
        name = "resume",
        description = {
            "Lets a paused execution go on. What became due meanwhile is done at once;",
            "its own complete-by is later by as long as it was paused."
        },
        footer = Acting.FOOTER)
final class ResumeCommand implements Callable<Integer> {

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
                new Acting.Wish(id, Verb.RESUME, null, execution -> execution.resume(acting.by(), acting.reason())));
    }
}
