package dev.reeve.cli.service;

import dev.reeve.ReeveReader;
import dev.reeve.ServiceChange;
import dev.reeve.cli.command.ListingCommand;
import dev.reeve.cli.output.Text;
import dev.reeve.internal.document.ChangeListDocument;
import dev.reeve.internal.document.Document;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Lists the changes of an action made by people. */
@Command(
        name = "changes",
        description = {
            "Lists who paused and resumed an action, and why.",
            "The newest comes first, at most " + ServiceChange.LISTED_MAX + ".",
            "Disturbs no engine."
        })
final class ServiceChangesCommand extends ListingCommand<ServiceChange> {

    @Parameters(paramLabel = "ACTION", description = "The action, as workflows name it.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String action;

    @Override
    protected List<ServiceChange> read(ReeveReader reader) {
        return reader.serviceChanges(action);
    }

    @Override
    protected String summary(List<ServiceChange> changes) {
        return changes.isEmpty() ? "it was never paused or resumed" : "%,d changes".formatted(changes.size());
    }

    @Override
    protected Document document(List<ServiceChange> changes) {
        return ChangeListDocument.ofService(action, changes);
    }

    @Override
    protected String textOf(ServiceChange change) {
        return Text.deed(change.at(), change.kind(), change.actor(), change.reason());
    }
}
