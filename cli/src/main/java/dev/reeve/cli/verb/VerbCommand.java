package dev.reeve.cli.verb;

import dev.reeve.Verb;
import dev.reeve.cli.command.ActorOptions;
import dev.reeve.cli.command.OperatorAccess;
import dev.reeve.cli.connection.StoreOptions;
import dev.reeve.cli.output.Output;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** A command that changes one execution. */
@Command(footer = OperatorAccess.FOOTER)
abstract class VerbCommand implements Callable<Integer> {

    private final String verb;

    @Mixin
    private final StoreOptions store = new StoreOptions();

    @Mixin
    private final Output output = new Output();

    @Mixin
    private final ActorOptions word = new ActorOptions();

    @Mixin
    private final OperatorAccess acting = new OperatorAccess();

    @Parameters(
            index = "0",
            paramLabel = "ID",
            description = "The execution's id, or the key that it was started with.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String id;

    VerbCommand(Verb verb) {
        this(verb.name());
    }

    /** @param verb in capitals, for programs */
    VerbCommand(String verb) {
        this.verb = verb;
    }

    /** The change, with the reason for it. */
    abstract OperatorAccess.Deed deed(String why);

    /** Null if the command concerns the execution as a whole. */
    @Nullable String step() {
        return null;
    }

    @Override
    public final Integer call() {
        return acting.run(store, output, word, new OperatorAccess.Wish(id, verb, step(), deed(word.reason())));
    }
}
