package dev.reeve.cli;

import dev.reeve.core.Verb;
import dev.reeve.model.Json;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Says that an escalated step is done. */
@Command(
        name = "resolve",
        description =
                "Says that an escalated step is done, with this output; or undone, if it was its compensation that failed.",
        footer = Acting.FOOTER)
final class ResolveCommand implements Callable<Integer> {

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
            names = "--output",
            paramLabel = "JSON",
            defaultValue = "null",
            description = "The step's output, as later steps will see it (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String result;

    @Override
    public Integer call() {
        Json json = store.json(result, "--output");
        return acting.run(
                store,
                output,
                new Acting.Wish(
                        id,
                        Verb.RESOLVE,
                        step,
                        execution -> execution.resolve(step, json, acting.by(), acting.reason())));
    }
}
