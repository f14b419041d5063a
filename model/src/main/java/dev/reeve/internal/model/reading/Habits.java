package dev.reeve.internal.model.reading;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Keys and words of other workflow languages, and what to write here instead. */
final class Habits {

    private static final Map<String, String> KEYS = new HashMap<>();
    private static final Map<String, String> ENDS = new HashMap<>();

    static {
        keys(
                "Write 'completeBy': how long an attempt, or the whole execution, may take",
                "timeout",
                "timeoutSeconds",
                "timeoutPolicy",
                "responseTimeoutSeconds",
                "deadline",
                "ttlSeconds");
        keys("Write 'heartbeat', such as heartbeat: 10s", "heartbeatSeconds", "heartbeatTimeout");
        keys(
                "Write 'retry', such as retry: { maxAttempts: 5, backoff: 1s, factor: 2 }",
                "retries",
                "retryCount",
                "retryLogic",
                "retryDelaySeconds",
                "maxRetries",
                "retryPolicy",
                "attempts");
        keys("Write 'maxAttempts' in 'retry'", "maxAttempt", "maximumAttempts");
        keys("Write 'backoff' in 'retry', such as backoff: 1s", "intervalSeconds", "initialInterval");
        keys("Write 'factor' in 'retry'", "backoffRate", "backoffCoefficient", "multiplier");
        keys("Write 'maxBackoff' in 'retry'", "maxDelaySeconds", "maximumInterval");
        keys(
                "Write the codes as 'never' in 'retry'; the agent's StepFailure.businessError(…) is not retried anyway",
                "nonRetryableErrorTypes",
                "nonRetryableErrors",
                "nonRetryable",
                "permanentErrors",
                "permanent",
                "noRetryFor",
                "ignoreExceptions");
        keys(
                "Write the codes that are retried as 'on' in 'retry'",
                "errorEquals",
                "retryFor",
                "retryOn",
                "retryExceptions");
        keys(
                "Write 'onExhausted: compensate | escalate | continue', also by code, for the answer to a failed step, and 'compensate' for the action that undoes it",
                "catch",
                "onFailure",
                "onError",
                "fallback",
                "failureWorkflow",
                "onErrors");
        keys(
                "Write 'compensate: noun.verb', the action that undoes the step",
                "undo",
                "rollback",
                "compensation",
                "compensateWith",
                "compensatedBy");
        keys("Write 'onExhausted: continue'", "optional", "ignoreErrors", "continueOnError", "allowFailure");
        keys(
                "Steps name their predecessors: write 'after: [name]' in the later step",
                "next",
                "transition",
                "dependsOn",
                "depends_on",
                "needs",
                "dependencies",
                "joinOn",
                "waitFor",
                "requires");
        keys("Remove it: a step without successors is the end", "end", "isEnd");
        keys(
                "Remove it: the key of the step says its kind: action, switch, wait, waitUntil, await or workflow",
                "type",
                "taskType");
        keys(
                "Write 'action: noun.verb'",
                "resource",
                "task",
                "call",
                "uses",
                "run",
                "activity",
                "functionRef",
                "handler");
        keys(
                "Write the expression as 'action' or 'workflow', and the names that it can give as 'oneOf'",
                "dynamicTaskNameParam",
                "dynamicForkTasksParam",
                "dynamicForkTasksInputParamName");
        keys(
                "Write 'input'",
                "inputParameters",
                "parameters",
                "params",
                "arguments",
                "args",
                "with",
                "inputPath",
                "payload",
                "inputTemplate");
        keys(
                "Remove it: other steps read ${ steps.NAME.output }, and the workflow gives its own 'output'",
                "resultPath",
                "resultSelector",
                "outputPath",
                "outputParameters",
                "assign");
        keys(
                "Write a step with 'switch: { name: \"${ condition }\" }', and 'after: [switch.name]' in the next step",
                "choices",
                "decisionCases",
                "caseValueParam",
                "caseExpression",
                "branchesOn",
                "evaluatorType");
        keys("Write a last case 'other: otherwise' in 'switch'", "defaultCase", "otherwise");
        keys("Write 'wait: 10s', or 'waitUntil' with a time", "seconds", "secondsPath", "sleep", "delay", "startDelay");
        keys("Write 'waitUntil: \"${ … }\"'", "timestamp", "timestampPath");
        keys("Write steps that come after the same step: they run side by side", "branches", "forkTasks", "parallel");
        keys(
                "Write 'forEach: \"${ input.list }\"', and 'as' for the name of an item",
                "itemsPath",
                "iterator",
                "itemProcessor",
                "itemSelector",
                "loop",
                "withItems",
                "loopOver",
                "items");
        keys("Write 'concurrency' beside 'forEach'", "maxConcurrency", "batchSize", "parallelism");
        keys("Write 'tolerate' beside 'forEach'", "toleratedFailureCount", "toleratedFailurePercentage");
        keys("Write 'repeat: { until: \"${ output.done }\", delay: 5s }'", "loopCondition", "while", "until");
        keys("Write 'when: \"${ … }\"'", "if", "condition", "unless");
        keys(
                "Write 'workflow: name', which starts another workflow as a step",
                "subWorkflowParam",
                "subWorkflow",
                "childWorkflow",
                "stateMachineArn");
        keys("Write 'steps', with the name of each as its key", "states", "tasks", "jobs", "activities");
        keys("Remove it: steps without 'after' begin", "startAt", "start");
        keys("The name of a step is the key that it stands under", "taskReferenceName", "name", "id");
        keys(
                "Write 'schedule', such as schedule: { cron: \"0 3 * * *\", zone: Europe/Berlin } or schedule: { every: 5m }",
                "cron",
                "schedules",
                "rate",
                "every",
                "interval");
        keys("Write 'retention', such as retention: 30d", "ttl", "keep", "expireAfter");
        keys("Write 'labels'", "tags", "searchAttributes", "correlationIds");
        keys("Write 'await: { signal: name, timeout: 2d }'", "event", "eventRef", "signalName", "waitForTaskToken");
        keys("Write 'replyTo' with a URI", "callback", "callbackUrl", "notify", "statusListenerSink");
        keys("Write 'description'", "comment", "notes");
        keys("Remove it: there is no such thing here", "schemaVersion", "ownerEmail", "restartable", "queryLanguage");

        ends(
                "'compensate' undoes the completed steps and ends the execution; 'escalate' leaves it to a person",
                "fail",
                "abort",
                "stop",
                "error",
                "terminate",
                "rollback",
                "undo");
        ends("'continue' ignores the failed step", "ignore", "skip", "proceed", "next");
        ends("'escalate' leaves it to a person", "pause", "wait", "manual", "alert", "human");
        ends(
                "Before that, it is retried as 'retry' says; for more, { pause: 1h, rounds: 3, then: escalate }",
                "retry",
                "repeat");
    }

    private Habits() {}

    private static void keys(String advice, String... habits) {
        for (String habit : habits) {
            KEYS.put(habit.toLowerCase(Locale.ROOT), advice);
        }
    }

    private static void ends(String advice, String... habits) {
        for (String habit : habits) {
            ENDS.put(habit, advice);
        }
    }

    /** Advice for a key of a step or a workflow in another language. */
    static Optional<String> ofKey(String key) {
        return Optional.ofNullable(KEYS.get(key.toLowerCase(Locale.ROOT)));
    }

    /** Advice for another language's word for {@code onExhausted}. */
    static Optional<String> ofEnd(String word) {
        return Optional.ofNullable(ENDS.get(word.toLowerCase(Locale.ROOT)));
    }
}
