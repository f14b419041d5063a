package dev.reeve.cli.look;

import dev.reeve.ExecutionId;
import dev.reeve.ExecutionQuery;
import dev.reeve.ExecutionSummary;
import dev.reeve.ReeveReader;
import dev.reeve.cli.connection.StoreOptions;
import dev.reeve.cli.output.Output;
import dev.reeve.cli.output.Text;
import dev.reeve.internal.document.ExecutionListDocument;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists executions. */
@Command(name = "list", description = "Lists executions, the newest first. Disturbs no engine.")
public final class ListCommand implements Callable<Integer> {

    private static final int LIMIT_MAX = 1_000;

    @Mixin
    private final StoreOptions store = new StoreOptions();

    @Mixin
    private final Output output = new Output();

    @Mixin
    private final QueryOptions query = new QueryOptions();

    @Option(
            names = "--limit",
            paramLabel = "N",
            description = "Maximum number of results, 1 to 1000 (default: ${DEFAULT-VALUE}).")
    private int limit = 20;

    @Option(
            names = "--after",
            paramLabel = "ID",
            description = "The page after the one that ended with this execution.")
    private @Nullable String after;

    @Override
    public Integer call() {
        store.require("--limit", limit, LIMIT_MAX);
        ExecutionQuery wanted = query.query().limit(limit);
        ExecutionId last = after();
        try (ReeveReader reader = store.reader()) {
            List<ExecutionSummary> page = reader.list(last == null ? wanted : wanted.after(reader.summary(last)));
            boolean more = page.size() == limit;
            output.print(ExecutionListDocument.of(page, more), page.stream().map(ListCommand::line));
            if (more) {
                output.say("perhaps there are more: --after " + page.getLast().id());
            }
        }
        return 0;
    }

    private @Nullable ExecutionId after() {
        try {
            return after == null ? null : ExecutionId.parse(after);
        } catch (IllegalArgumentException e) {
            throw store.wrong("--after: " + e.getMessage());
        }
    }

    /** The caller of a job knows its action, and not the workflow that was made from it. */
    private static String what(ExecutionSummary summary) {
        return summary.action() == null
                ? "%s %d".formatted(summary.workflow(), summary.version())
                : "job " + Text.printable(summary.action());
    }

    private static String line(ExecutionSummary summary) {
        return "%s  %-12s  %s  %s%s%s"
                .formatted(
                        summary.id(),
                        summary.status(),
                        Text.time(summary.startedAt()),
                        what(summary),
                        summary.key() == null ? "" : "  key " + Text.printable(summary.key()),
                        summary.error() == null ? "" : "  " + Text.shortened(summary.error()));
    }
}
