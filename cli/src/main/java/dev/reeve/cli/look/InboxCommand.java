package dev.reeve.cli.look;

import dev.reeve.Inbox;
import dev.reeve.InboxGroup;
import dev.reeve.Purpose;
import dev.reeve.ReeveReader;
import dev.reeve.UnofferedAction;
import dev.reeve.cli.connection.StoreOptions;
import dev.reeve.cli.output.Output;
import dev.reeve.cli.output.Text;
import dev.reeve.internal.document.InboxDocument;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows the recovery inbox: what needs a person. */
@Command(
        name = "inbox",
        description = {
            "Lists the executions that need a person.",
            "Grouped by action, failure and fingerprint of the message, in which numbers and ids are replaced.",
            "Disturbs no engine."
        })
public final class InboxCommand implements Callable<Integer> {

    @Mixin
    private final StoreOptions store = new StoreOptions();

    @Mixin
    private final Output output = new Output();

    @Option(
            names = "--limit",
            paramLabel = "N",
            description = "Examines the N newest escalated executions (default: ${DEFAULT-VALUE}).")
    private int limit = Inbox.EXECUTIONS_DEFAULT;

    @Override
    public Integer call() {
        store.require("--limit", limit, Inbox.EXECUTIONS_MAX);
        try (ReeveReader reader = store.reader()) {
            Inbox inbox = reader.inbox(limit);
            output.print(
                    InboxDocument.of(inbox),
                    Stream.concat(
                            inbox.groups().stream().map(InboxCommand::text),
                            inbox.unoffered().stream().map(UnofferedAction::toString)));
            inbox.unreadable()
                    .forEach(damaged ->
                            output.say("execution %s cannot be read: its history is damaged and needs a person"
                                    .formatted(damaged)));
            output.say(
                    inbox.executions() == 0
                            ? inbox.unoffered().isEmpty()
                                    ? "nothing needs a person"
                                    : "no execution needs a person, but agents are missing"
                            : "%,d executions need a person%s"
                                    .formatted(
                                            inbox.executions(),
                                            inbox.more() ? ", and more that were not examined: --limit" : ""));
        }
        return 0;
    }

    private static String text(InboxGroup group) {
        return "%,d × %s%s failed with %s %s, the oldest since %s\n    %s\n    for example %s, step %s; a person can: %s"
                .formatted(
                        group.steps(),
                        group.purpose() == Purpose.COMPENSATION ? "undoing by " : "",
                        group.action(),
                        group.cause(),
                        group.code(),
                        Text.time(group.oldest()),
                        Text.printable(group.fingerprint()),
                        group.example(),
                        group.exampleStep(),
                        group.verbs().stream().map(Text::lowerCase).collect(Collectors.joining(", ")));
    }
}
