package dev.reeve.cli;

import dev.reeve.ReeveReader;
import dev.reeve.ServicePause;
import java.util.List;
import picocli.CommandLine.Command;

/** Shows paused actions. */
@Command(
        name = "services",
        description = {
            "Shows which actions people have paused, who and why. Disturbs no engine.",
            "Whether others are left alone at present because they fail only their engine knows: Reeve.services()."
        })
final class ServicesCommand extends ListingCommand<ServicePause> {

    @Override
    List<ServicePause> read(ReeveReader reader) {
        return reader.pausedServices();
    }

    @Override
    String summary(List<ServicePause> pauses) {
        return pauses.isEmpty() ? "nobody has paused anything" : "%,d paused".formatted(pauses.size());
    }

    @Override
    String textOf(ServicePause pause) {
        return text(pause);
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
