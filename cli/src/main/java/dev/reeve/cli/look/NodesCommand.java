package dev.reeve.cli.look;

import dev.reeve.NodeStatus;
import dev.reeve.ReeveReader;
import dev.reeve.cli.command.ListingCommand;
import dev.reeve.cli.output.Text;
import dev.reeve.internal.document.Document;
import dev.reeve.internal.document.NodeListDocument;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/** Shows the engines on a store. */
@Command(
        name = "nodes",
        description = {
            "Lists the engines on a store: what each owns, and how it is.",
            "The figures of an engine are those of its last renewal; one that does not share the store tells none.",
            "Disturbs no engine. A store on SQLite has no list."
        })
public final class NodesCommand extends ListingCommand<NodeStatus> {

    @Override
    protected List<NodeStatus> read(ReeveReader reader) {
        return reader.nodes();
    }

    @Override
    protected String summary(List<NodeStatus> nodes) {
        return nodes.isEmpty() ? "no engine is registered" : "%,d registered".formatted(nodes.size());
    }

    @Override
    protected Document document(List<NodeStatus> nodes) {
        return NodeListDocument.of(nodes);
    }

    @Override
    protected String textOf(NodeStatus node) {
        return "%s  %s, in flight %s, lag %s, oldest due %s, since %s, renewed %s, version %s, incarnation %s"
                .formatted(
                        Text.printable(node.name()),
                        node.owns() || node.shards() > 0 ? "%d shards".formatted(node.shards()) : "owns nothing",
                        node.inFlight() == null ? "?" : "%,d".formatted(node.inFlight()),
                        node.lag() == null ? "?" : Text.duration(node.lag()),
                        time(node.oldestDue()),
                        Text.time(node.since()),
                        time(node.renewed()),
                        node.version() == null ? "?" : Text.printable(node.version()),
                        node.incarnation());
    }

    private static String time(@Nullable Instant time) {
        return time == null ? "-" : Text.time(time);
    }
}
