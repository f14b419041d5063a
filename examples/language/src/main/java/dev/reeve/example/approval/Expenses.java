package dev.reeve.example.approval;

import dev.reeve.Json;
import dev.reeve.agent.StepContext;
import dev.reeve.example.stage.Wiring;
import dev.reeve.workflow.Workflow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Expense claims, the mails about them, and the payments. Thread-safe. */
final class Expenses {

    /** Smaller amounts are paid without approval. */
    static final int ASKED_FROM_CENTS = 10_000;

    record Claim(String id, String by, int cents) {}

    record Note(String id, String text) {}

    private final List<String> mails = new ArrayList<>();
    private final Map<String, Integer> paid = new TreeMap<>();
    private volatile Consumer<Note> reader = note -> {};

    /**
     * @param patience time to decide before the reminder
     * @param grace time after the reminder before the claim is refused
     */
    static Workflow workflow(Duration patience, Duration grace) {
        Json decision = Json.parse("""
                {"type": "object", "required": ["approved"], "properties": {"approved": {"type": "boolean"}}}""");
        return Workflow.named("approve_expense")
                .version(1)
                .description("Pays an expense once a person approved it; silence is a no.")
                .step(
                        "size",
                        step -> step.switchCase("large", "${ input.cents >= " + ASKED_FROM_CENTS + " }")
                                .switchOtherwise("small"))
                .step(
                        "ask",
                        step -> step.after("size.large")
                                .action("mail.send")
                                .input(note("${ input.by & ' claims ' & input.cents & ' cents: approve?' }")))
                .step(
                        "decision",
                        step -> step.after("ask")
                                .await(
                                        "decision",
                                        await -> await.timeout(patience)
                                                .schema(decision)
                                                .defaultOutput(Map.of("approved", false, "silent", true))))
                .step(
                        "remind",
                        step -> step.after("decision")
                                .when("${ steps.decision.output.silent = true }")
                                .action("mail.send")
                                .input(note("still to be decided: ${ input.id }")))
                .step(
                        "late_decision",
                        step -> step.after("remind")
                                .await(
                                        "decision",
                                        await -> await.timeout(grace)
                                                .schema(decision)
                                                .defaultOutput(Map.of("approved", false, "silent", true))))
                .step(
                        "verdict",
                        step -> step.after("size.small", "decision", "late_decision")
                                .switchCase(
                                        "paid",
                                        "${ input.cents < " + ASKED_FROM_CENTS
                                                + " or steps.decision.output.approved or steps.late_decision.output.approved }")
                                .switchCase("unheard", "${ steps.late_decision.output.silent = true }")
                                .switchOtherwise("refused"))
                .step("pay", step -> step.after("verdict.paid").action("bank.pay"))
                .step(
                        "tell",
                        step -> step.after("verdict.refused", "verdict.unheard")
                                .action("mail.send")
                                .input(note("not paid: ${ input.id }")))
                .output(Map.of("verdict", "${ steps.verdict.output }"))
                .build();
    }

    private static Map<String, String> note(String text) {
        return Map.of("id", "${ input.id }", "text", text);
    }

    void wire(Wiring wiring) {
        wiring.action("mail.send", Note.class, this::send);
        wiring.action("bank.pay", Claim.class, this::pay);
    }

    private Note send(Note note, StepContext step) {
        keep(note);
        reader.accept(note);
        return note;
    }

    private synchronized void keep(Note note) {
        mails.add(note.text());
    }

    /** The reader receives each mail before its sender continues. */
    void readBy(Consumer<Note> wanted) {
        reader = wanted;
    }

    /** The key makes a repeated payment the same payment. */
    private synchronized Claim pay(Claim claim, StepContext step) {
        paid.put(claim.id(), claim.cents());
        return claim;
    }

    synchronized List<String> mails() {
        return List.copyOf(mails);
    }

    /** In cents, by claim. */
    synchronized Map<String, Integer> paid() {
        return Map.copyOf(paid);
    }
}
