package dev.reeve.internal.engine.client.deployment;

import dev.reeve.JobOptions;
import dev.reeve.Json;
import dev.reeve.internal.engine.runtime.Ids;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.definition.Task;
import dev.reeve.internal.model.reading.DefinitionReader;
import dev.reeve.spi.store.StoredWorkflow;
import dev.reeve.workflow.InvalidWorkflowException;
import dev.reeve.workflow.LimitBuilder;
import dev.reeve.workflow.Problem;
import dev.reeve.workflow.StepBuilder;
import dev.reeve.workflow.Workflow;
import dev.reeve.workflow.WorkflowBuilder;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The definition of a job: one step that calls the action. */
public final class JobDefinition {

    /** Names of definitions that only the engine deploys. */
    public static final String RESERVED = "reeve_";

    private static final String PREFIX = RESERVED + "job_";

    private static final String STEP = "run";

    private static final int NAME_LENGTH_MAX = 255;

    /** Names of actions from which no other action's name is made. */
    private static final Pattern READABLE = Pattern.compile("[a-z][a-z0-9]*(\\.[a-z][a-z0-9]*)*");

    /** Compact JSON has exactly one form for this, and the name before it has no quotation mark. */
    private static final Pattern VERSION = Pattern.compile("\"version\":[0-9]+");

    /** The names of job options, by the paths of the definition. */
    private static final Map<String, String> OPTIONS = Map.of(
            "completeBy", "attemptCompleteBy",
            "limit.concurrency", "concurrency",
            "limit.rate", "rate",
            "limit.key", "limitKey");

    private JobDefinition() {}

    /**
     * The definition of an action with its options.
     *
     * @throws InvalidWorkflowException with all problems of the action's name and the options
     */
    static Definition of(String action, JobOptions options, int version) {
        requireName(action, "action", action);
        requireName(action, "probe", options.probe());
        WorkflowBuilder job = Workflow.named(name(action))
                .version(version)
                .step(STEP, step -> fill(step, action, options))
                .output("${ steps.%s.output }".formatted(STEP));
        if (options.completeBy() != null) {
            job.completeBy(options.completeBy());
        }
        if (options.retention() != null) {
            job.retention(options.retention());
        }
        try {
            return DefinitionReader.of(job.build());
        } catch (InvalidWorkflowException e) {
            throw new InvalidWorkflowException(
                    "job '%s'".formatted(shown(action)),
                    e.problems().stream().map(JobDefinition::translated).toList(),
                    e.count());
        }
    }

    /** In a definition the name of an action may be computed from a list, which a job does not have. */
    private static void requireName(String action, String path, @Nullable String name) {
        if (name != null && name.contains("${")) {
            Problem problem =
                    Problem.at(path, "a job has no computed action: %s".formatted(name), "Compute it in your program");
            throw new InvalidWorkflowException("job '%s'".formatted(shown(action)), List.of(problem), 1);
        }
    }

    private static void fill(StepBuilder step, String action, JobOptions options) {
        step.action(action)
                .retry(options.retry())
                .onExhausted(options.onExhausted())
                .onUnknown(options.onUnknown());
        if (options.attemptCompleteBy() != null) {
            step.completeBy(options.attemptCompleteBy());
        }
        if (options.heartbeat() != null) {
            step.heartbeat(options.heartbeat());
        }
        if (options.startBy() != null) {
            step.startBy(options.startBy());
        }
        if (options.probe() != null) {
            step.probe(options.probe());
        }
        if (options.concurrency() != null || options.rate() != null || options.limitKey() != null) {
            step.limit(limit -> fill(limit, options));
        }
    }

    private static void fill(LimitBuilder limit, JobOptions options) {
        if (options.concurrency() != null) {
            limit.concurrency(options.concurrency());
        }
        if (options.rate() != null) {
            limit.rate(options.rate());
        }
        if (options.limitKey() != null) {
            limit.key(options.limitKey());
        }
    }

    /**
     * The name for people: {@code card.charge} is {@code reeve_job_card_charge}. The name of an action with other
     * characters ends with a hash, so that no two actions share a name.
     */
    static String name(String action) {
        String name = PREFIX + action.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "_");
        if (name.length() <= NAME_LENGTH_MAX && READABLE.matcher(action).matches()) {
            return name;
        }
        // no readable name has two underscores in sequence
        String suffix = "__" + Ids.shortHash(action);
        return name.substring(0, Math.min(name.length(), NAME_LENGTH_MAX - suffix.length())) + suffix;
    }

    /** Part of the comparison of starts with equal keys: the action, because a hash may be the same for two. */
    public static String identity(Definition workflow) {
        return action(workflow).map(action -> PREFIX + action).orElse(workflow.name());
    }

    /** The action of a job; empty if the definition is not one of a job. */
    public static Optional<String> action(Definition workflow) {
        return isJob(workflow.name()) && workflow.steps().getFirst().task() instanceof Task.Action action
                ? Optional.of(action.call().action())
                : Optional.empty();
    }

    /** Whether it is a definition of this action, with any options. */
    static boolean isOf(String action, StoredWorkflow job) {
        return identity(DefinitionReader.restore(job.content())).equals(PREFIX + action);
    }

    /** The action of a job whose name has no hash; null if it has one. */
    public static @Nullable String readableAction(String job) {
        String rest = job.substring(PREFIX.length());
        return rest.contains("__") ? null : rest.replace('_', '.');
    }

    public static boolean isJob(String workflow) {
        return workflow.startsWith(PREFIX);
    }

    /** The text by which two definitions of a job are compared. */
    static String withoutVersion(Json content) {
        return VERSION.matcher(content.text()).replaceFirst("\"version\":0");
    }

    private static Problem translated(Problem problem) {
        String prefix = "steps.%s.".formatted(STEP);
        if (!problem.path().startsWith(prefix)) {
            return problem;
        }
        String path = problem.path().substring(prefix.length());
        return switch (path) {
            // of the three parts of a limit, only a key stands for itself
            case "limit" -> Problem.at("limitKey", problem.message(), "Add 'concurrency' or 'rate'");
            case "heartbeat" -> Problem.at(path, inOptions(problem.message()), inOptions(problem.suggestion()));
            default -> Problem.at(OPTIONS.getOrDefault(path, path), problem.message(), problem.suggestion());
        };
    }

    /** A heartbeat is compared with the timeout of the attempt; completeBy is that of the whole job here. */
    private static String inOptions(String text) {
        return text.replace("completeBy", "attemptCompleteBy");
    }

    private static String shown(String action) {
        List<Problem> escaped = List.of(Problem.at("", action, ""));
        return escaped.getFirst().message();
    }
}
