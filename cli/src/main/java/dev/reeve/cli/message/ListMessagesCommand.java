package dev.reeve.cli.message;

import dev.reeve.ReeveReader;
import dev.reeve.UndeliverableMessage;
import dev.reeve.cli.connection.StoreOptions;
import dev.reeve.cli.output.Output;
import dev.reeve.cli.output.Text;
import dev.reeve.internal.document.MessageListDocument;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows undeliverable messages. */
@Command(
        name = "list",
        description = {
            "Lists status messages that could not be delivered.",
            "The one that has waited longest comes first. Of each execution only the first is listed: those after it wait with it.",
            "Disturbs no engine."
        })
final class ListMessagesCommand implements Callable<Integer> {

    @Mixin
    private final StoreOptions store = new StoreOptions();

    @Mixin
    private final Output output = new Output();

    @Option(
            names = "--limit",
            paramLabel = "N",
            description = "At most N, 1 to " + ReeveReader.UNDELIVERABLE_MAX + " (default: ${DEFAULT-VALUE}).")
    private int limit = 100;

    @Override
    public Integer call() {
        store.require("--limit", limit, ReeveReader.UNDELIVERABLE_MAX);
        try (ReeveReader reader = store.reader()) {
            List<UndeliverableMessage> messages = reader.undeliverable(limit);
            output.print(
                    MessageListDocument.of(messages, messages.size() == limit),
                    messages.stream().map(ListMessagesCommand::text));
            output.say(
                    messages.isEmpty()
                            ? "nothing was given up"
                            : "%,d given up%s; 'message redeliver' sends them again"
                                    .formatted(messages.size(), messages.size() == limit ? ", or more: --limit" : ""));
        }
        return 0;
    }

    private static String text(UndeliverableMessage message) {
        return "execution %s: %s of %s to %s, after %d attempts: %s"
                .formatted(
                        message.execution(),
                        Text.printable(message.type()),
                        Text.time(message.at()),
                        Text.shortened(message.replyTo()),
                        message.attempts(),
                        Text.shortened(message.error()));
    }
}
