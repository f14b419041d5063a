package dev.reeve.cli;

import dev.reeve.core.Verb;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Asks a service now what became of a step. */
@Command(
        name = "probe",
        description = {
            "Asks the service now what became of a step of unknown outcome that waits or is escalated.",
            "The probe is queued: an agent that can do it answers when an engine with agents runs."
        },
        footer = Acting.FOOTER)
final class ProbeCommand implements Callable<Integer> {

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

    @Parameters(index = "1", paramLabel = "STEP", description = "The step.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String step;

    @Override
    public Integer call() {
        return acting.run(
                store,
                output,
                new Acting.Wish(
                        id, Verb.PROBE, step, execution -> execution.probe(step, acting.by(), acting.reason())));
    }
}
