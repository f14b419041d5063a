package dev.reeve.cli;

import dev.reeve.engine.client.ReeveReader;
import dev.reeve.engine.store.ServicePause;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Shows which actions people have paused. */
@Command(
        name = "services",
        description = {
            "Shows which actions people have paused, who and why. Disturbs no engine.",
            "Whether others are left alone at present because they fail only their engine knows: Reeve.services()."
        })
final class ServicesCommand implements Callable<Integer> {

    @Mixin
    private final StoreOptions store = new StoreOptions();

    @Mixin
    private final Output output = new Output();

    @Override
    public Integer call() {
        try (ReeveReader reader = store.reader()) {
            List<ServicePause> pauses = reader.pausedServices();
            pauses.forEach(pause -> output.print(pause, text(pause)));
            output.say(pauses.isEmpty() ? "nobody has paused anything" : "%,d paused".formatted(pauses.size()));
        }
        return 0;
    }

    static String text(ServicePause pause) {
        return "%s is paused since %s by %s: %s"
                .formatted(
                        Text.printable(pause.action()),
                        Text.time(pause.since()),
                        Text.printable(pause.by()),
                        Text.shortened(pause.why()));
    }
}
