package dev.reeve.cli.schedule;

import dev.reeve.ReeveReader;
import dev.reeve.ScheduleChange;
import dev.reeve.cli.command.ListingCommand;
import dev.reeve.cli.output.Text;
import dev.reeve.internal.document.ChangeListDocument;
import dev.reeve.internal.document.Document;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Lists the changes of a schedule made by people. */
@Command(
        name = "changes",
        description = {
            "Lists who paused, resumed and deleted a schedule, and why.",
            "The newest comes first, at most " + ScheduleChange.LISTED_MAX + ".",
            "The changes of a deleted schedule are kept. Disturbs no engine."
        })
final class ScheduleChangesCommand extends ListingCommand<ScheduleChange> {

    @Parameters(paramLabel = "NAME", description = "The schedule.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String name;

    @Override
    protected List<ScheduleChange> read(ReeveReader reader) {
        return reader.scheduleChanges(name);
    }

    @Override
    protected String summary(List<ScheduleChange> changes) {
        return changes.isEmpty() ? "it was never paused, resumed or deleted" : "%,d changes".formatted(changes.size());
    }

    @Override
    protected Document document(List<ScheduleChange> changes) {
        return ChangeListDocument.ofSchedule(name, changes);
    }

    @Override
    protected String textOf(ScheduleChange change) {
        return Text.deed(change.at(), change.kind(), change.actor(), change.reason());
    }
}
