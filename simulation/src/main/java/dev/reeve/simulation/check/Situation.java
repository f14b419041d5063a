package dev.reeve.simulation.check;

/** What must have come about at least once in a suite, or the suite proves little (RELIABILITY §6.7). */
public enum Situation {
    CRASH_WITH_WORK("a node crashed with work in flight"),
    APPLIED_AFTER_CRASH("a batch was applied after its node had crashed"),
    TWO_NODES("two nodes lived on one store"),
    FENCED("a node found itself fenced"),
    BATCH_OF_OLD_OWNER_REFUSED("a paused node went on after another had taken over"),
    PAUSED_PAST_COMPLETE_BY("a node stood still for longer than an attempt may take"),
    CLOSED_IN_GOOD_ORDER("a node was closed while attempts were under way"),
    BATCH_UNDONE("a batch that nobody was told of was lost at a failover"),
    LATE_AFTER_RETRY("a late report came after the retry was handed out"),
    LATE_REPORT_KEPT("a late report was kept for the operator"),
    REPORT_OF_OLD_NODE("a report came for an attempt of a node that was gone"),
    REPORT_REFUSED("a report was refused"),
    REPORT_TWICE("a report was delivered twice"),
    FORGED_REFUSED("a forged token was refused"),
    EFFECT_TWICE("a side effect happened more than once for one idempotency key"),
    EFFECT_UNREPORTED("an agent died after the side effect and before the report"),
    EFFECT_OF_UNKNOWN_UNDONE("a step whose outcome was unknown was undone"),
    PROBE_DONE("a probe found that it had been done"),
    PROBE_NOT_DONE("a probe found that it had not been done"),
    PROBE_RUNNING("a probe was told to ask again"),
    PROBE_UNKNOWN("a probe could not say"),
    PROBE_GARBAGE("a probe answered nonsense"),
    CHECKPOINT_HANDED_ON("a checkpoint was handed to the next attempt"),
    HEARTBEAT_MISSED("an attempt was given up because its heartbeats stopped"),
    COMPLETE_BY_PASSED("an attempt was given up because complete-by had passed"),
    AGENT_LOST("an attempt was given up because its agent was gone"),
    POISON("a step was given up because it loses its agents"),
    THROTTLED("an agent was told to come back later"),
    PAUSED_ROUND("a step was paused before another round"),
    CONTINUED("the graph went on after a failed step"),
    STEP_SKIPPED("a step was skipped because of its condition"),
    EXECUTION_TIMED_OUT("an execution was undone because its time was up"),
    CANCEL_WHILE_RUNNING("a cancel was accepted while an attempt was under way"),
    CANCEL_REFUSED("a cancel came too late"),
    COMPENSATED("an execution was wholly undone"),
    COMPENSATION_FAILED("a compensation needed a person"),
    CRASH_DURING_UNDO("a node crashed in the middle of undoing"),
    ESCALATED("a step needed a person"),
    OPERATOR_RETRIED("an operator had a step tried again"),
    OPERATOR_RESOLVED("an operator said what became of a step"),
    OPERATOR_SKIPPED("an operator skipped a step"),
    OPERATOR_EDITED("an operator had a step tried again with another input"),
    OPERATOR_PROBED("an operator had a service asked"),
    OPERATOR_UNDID("an operator had an execution undone that could have gone on"),
    HELD_WHILE_RUNNING("an execution was paused while an attempt was under way"),
    RESUMED_WITH_WORK("an execution was resumed with something to do at once"),
    BULK_ACTED("a bulk operation did something"),
    BULK_WENT_ON("a bulk operation went on after its node had died"),
    OPERATOR_REFUSED("an operator came too late"),
    OUTPUT_REFUSED("an output was too large"),
    FINALLY_RAN("the steps of finally ran"),
    FINALLY_AFTER_UNDO("the steps of finally ran after undoing"),
    START_REPEATED("a start was repeated with its key"),
    START_CONFLICT("a key was used for another start"),
    START_UNKNOWN("a client never heard what became of its start"),
    START_OVERLOADED("a start was refused because there was too much to do"),
    START_AFTER_CRASH("a start whose node had crashed was found by its key"),
    DEPLOYED_WHILE_RUNNING("a new version was deployed while executions ran"),
    PARKED("an execution was parked and came back"),
    TIMER("a wait came to its end"),
    STORE_CLOCK_BACK("the store's clock was set back"),
    AUDITED("an auditor had been through the whole store while things went wrong"),
    MESSAGE_REPEATED("a message arrived more than once"),
    MESSAGE_GIVEN_UP("a message was given up, and sent when somebody asked for it");

    private final String text;

    Situation(String text) {
        this.text = text;
    }

    public String text() {
        return text;
    }
}
