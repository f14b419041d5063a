package dev.reeve.cli.verb;

import dev.reeve.Bulk;
import dev.reeve.BulkOperations;
import dev.reeve.BulkProgress;
import dev.reeve.BulkRequest;
import dev.reeve.Cause;
import dev.reeve.Json;
import dev.reeve.Reeve;
import dev.reeve.TimedOutException;
import dev.reeve.Verb;
import dev.reeve.cli.command.NameOption;
import dev.reeve.cli.command.OperatorAccess;
import dev.reeve.cli.command.PayloadConverter;
import dev.reeve.cli.output.Output;
import dev.reeve.cli.output.Text;
import dev.reeve.internal.document.BulkCountDocument;
import dev.reeve.internal.document.BulkDocument;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Applies one command to many executions. */
@Command(
        name = "bulk",
        description = {
            "Applies one verb to many executions, such as a group of the inbox.",
            "Each execution is changed once, at a bounded pace. An interrupted operation continues when an engine is opened on the",
            "store. It is itself an execution, of the workflow reeve_bulk: list, show and cancel it as such.",
            "retry, resolve, skip and probe are for escalated steps; pause, resume, cancel and compensate for executions;",
            "rerun is for executions that were undone, cancelled or failed, from --step on."
        },
        footer = OperatorAccess.FOOTER)
public final class BulkCommand implements Callable<Integer> {

    private static final Duration PROGRESS = Duration.ofSeconds(5);

    @Mixin
    private final NameOption word = new NameOption();

    @Mixin
    private final OperatorAccess acting = new OperatorAccess();

    @Parameters(
            index = "0",
            paramLabel = "VERB",
            description = "One of ${COMPLETION-CANDIDATES}, in lower case as well.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Verb verb;

    @Option(names = "--workflow", paramLabel = "NAME", description = "Only executions of this workflow.")
    private @Nullable String workflow;

    @Option(names = "--label", paramLabel = "NAME=VALUE", description = "Filters by label. Repeatable; all must match.")
    private final Map<String, String> labels = new LinkedHashMap<>();

    @Option(
            names = "--step",
            paramLabel = "STEP",
            description =
                    "Only where this step, or any item of it, needs a person; one item is written encode[3]. For rerun, the step to begin with.")
    private @Nullable String step;

    @Option(
            names = "--action",
            paramLabel = "ACTION",
            description = "Only where a step that calls this action needs a person.")
    private @Nullable String action;

    @Option(names = "--cause", paramLabel = "CAUSE", description = "Only failures with this cause.")
    private @Nullable Cause cause;

    @Option(names = "--code", paramLabel = "CODE", description = "Only failures with this code.")
    private @Nullable String code;

    @Option(
            names = "--fingerprint",
            paramLabel = "TEXT",
            description = "Only failures with such a message, as inbox shows it.")
    private @Nullable String fingerprint;

    @Option(
            names = "--payload",
            paramLabel = "JSON",
            converter = PayloadConverter.class,
            description = "For resolve the output, for retry and rerun another input.")
    private @Nullable Json payload;

    @Option(
            names = "--per-second",
            paramLabel = "N",
            description = "Maximum number of executions per second (default: ${DEFAULT-VALUE}).")
    private int perSecond = BulkRequest.PER_SECOND_DEFAULT;

    @Option(
            names = "--reason",
            paramLabel = "TEXT",
            description = "The reason, for the history. Required, unless it only counts.")
    private @Nullable String reason;

    @Option(
            names = "--count",
            description = "Prints how many steps or executions it would change now, and changes nothing.")
    private boolean count;

    @Option(
            names = "--expected",
            paramLabel = "N",
            description = "Is refused unless it would change this many, as --count printed it.")
    private @Nullable Integer expected;

    @Override
    public Integer call() {
        BulkRequest request = request();
        if (count) {
            return count(request);
        }
        if (reason == null) {
            throw acting.store().missing("--reason");
        }
        word.check(acting.store());
        try (Reeve acted = acting.engine(word)) {
            Output output = acting.output();
            String by = acted.actor().name();
            BulkOperations bulks = acted.bulk();
            Bulk bulk = expected == null ? bulks.start(request, reason) : bulks.start(request, expected, reason);
            output.say("operation %s begins".formatted(bulk.id()));
            BulkProgress progress = await(bulk, output);
            output.print(
                    BulkDocument.of(bulk.id(), verb, by, progress),
                    "operation %s: %s, by %s: %s"
                            .formatted(bulk.id(), Text.lowerCase(verb), Text.printable(by), progress));
            progress.refusals()
                    .forEach(refusal -> output.say("refused by execution %s%s: %s"
                            .formatted(
                                    refusal.execution(),
                                    refusal.step() == null ? "" : ", step " + refusal.step(),
                                    Text.printable(refusal.reason()))));
        }
        return 0;
    }

    private int count(BulkRequest request) {
        try (Reeve reeve = acting.engine(word)) {
            int found = reeve.bulk().count(request);
            acting.output().print(new BulkCountDocument(found), "%,d would be changed".formatted(found));
        }
        return 0;
    }

    /** Prints the progress until the operation ends. */
    private static BulkProgress await(Bulk bulk, Output output) {
        BulkProgress before = BulkProgress.NONE;
        while (true) {
            try {
                return bulk.await(PROGRESS);
            } catch (TimedOutException e) {
                BulkProgress now = bulk.progress();
                if (!now.equals(before)) {
                    output.say("operation %s: %s".formatted(bulk.id(), now));
                }
                before = now;
            }
        }
    }

    private BulkRequest request() {
        if (verb == Verb.RERUN && step == null) {
            throw acting.store().wrong("--step: executions are done again from a step on; name it");
        }
        acting.store().require("--per-second", perSecond, BulkRequest.PER_SECOND_MAX);
        BulkRequest request = BulkRequest.of(verb)
                .workflow(workflow)
                .step(step)
                .action(action)
                .cause(cause)
                .code(code)
                .fingerprint(fingerprint)
                .payload(payload == null ? null : payload.text())
                .perSecond(perSecond);
        for (Map.Entry<String, String> label : labels.entrySet()) {
            request = request.label(label.getKey(), label.getValue());
        }
        return request;
    }
}
