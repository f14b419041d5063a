package dev.reeve.cli.verb;

import dev.reeve.Verb;
import dev.reeve.cli.command.ActorOptions;
import dev.reeve.cli.command.ExecutionParameter;
import dev.reeve.cli.command.OperatorAccess;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** A command that changes one execution. */
@Command(footer = OperatorAccess.FOOTER)
abstract class VerbCommand implements Callable<Integer> {

    private final String verb;

    @Mixin
    private final ActorOptions word = new ActorOptions();

    @Mixin
    private final OperatorAccess acting = new OperatorAccess();

    @Mixin
    private final ExecutionParameter execution = new ExecutionParameter();

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
        return acting.run(word, new OperatorAccess.Wish(execution, verb, step(), deed(word.reason())));
    }
}
