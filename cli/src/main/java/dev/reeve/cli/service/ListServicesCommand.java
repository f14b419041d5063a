package dev.reeve.cli.service;

import dev.reeve.ReeveReader;
import dev.reeve.ServicePause;
import dev.reeve.cli.command.ListingCommand;
import dev.reeve.cli.output.Text;
import dev.reeve.internal.document.Document;
import dev.reeve.internal.document.ServiceListDocument;
import java.util.List;
import picocli.CommandLine.Command;

/** Shows paused actions. */
@Command(
        name = "list",
        description = {
            "Lists paused actions, with actor and reason. Disturbs no engine.",
            "Actions that an engine does not call because they fail are known to that engine only: Reeve.services()."
        })
final class ListServicesCommand extends ListingCommand<ServicePause> {

    @Override
    protected List<ServicePause> read(ReeveReader reader) {
        return reader.pausedServices();
    }

    @Override
    protected String summary(List<ServicePause> pauses) {
        return pauses.isEmpty() ? "nothing is paused" : "%,d paused".formatted(pauses.size());
    }

    @Override
    protected Document document(List<ServicePause> pauses) {
        return ServiceListDocument.of(pauses);
    }

    @Override
    protected String textOf(ServicePause pause) {
        return text(pause);
    }

    static String text(ServicePause pause) {
        return "%s is paused since %s by %s: %s"
                .formatted(
                        Text.printable(pause.action()),
                        Text.time(pause.since()),
                        Text.printable(pause.actor()),
                        Text.shortened(pause.reason()));
    }
}
