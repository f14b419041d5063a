package dev.reeve.example.approval;

import dev.reeve.Event;
import dev.reeve.Execution;
import dev.reeve.Reeve;
import dev.reeve.Start;
import dev.reeve.agent.Agent;
import dev.reeve.example.approval.Expenses.Claim;
import dev.reeve.example.approval.Expenses.Note;
import dev.reeve.example.stage.Check;
import dev.reeve.example.stage.Example;
import dev.reeve.example.stage.Narrator;
import dev.reeve.example.stage.Stage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;

/** Expenses that are approved at once, after a reminder, and never. By hand, also one that you decide. */
public final class ApprovalExample implements Example {

    private static final Duration PATIENCE = Duration.ofSeconds(1);
    private static final Duration GRACE = Duration.ofSeconds(3);
    private static final Duration PATIENCE_BY_HAND = Duration.ofHours(1);
    private static final Duration GRACE_BY_HAND = Duration.ofDays(1);

    private final Expenses expenses = new Expenses();
    private final List<Execution> claims = new ArrayList<>();
    private final CountDownLatch boatIsDecided = new CountDownLatch(1);

    @Override
    public String name() {
        return "approval";
    }

    @Override
    public String title() {
        return "an expense that a person decides on: await, a reminder, and a default for silence";
    }

    @Override
    public List<Check> play(Stage stage) throws InterruptedException {
        try (Reeve reeve = Reeve.open(stage.store())) {
            reeve.deploy(
                    stage.byHand()
                            ? Expenses.workflow(PATIENCE_BY_HAND, GRACE_BY_HAND)
                            : Expenses.workflow(PATIENCE, GRACE));
            Agent.Builder office = reeve.agent("office");
            expenses.wire(office::action);
            office.start();
            if (stage.byHand()) {
                leaveToWhoeverWatches(stage, reeve);
                return List.of();
            }
            expenses.readBy(note -> read(reeve, note));
            playAll(stage, reeve);
            return List.of(Check.same(
                    "only approved expenses were paid",
                    approved(),
                    expenses.paid().keySet()));
        }
    }

    private void playAll(Stage stage, Reeve reeve) throws InterruptedException {
        stage.chapter("A taxi: too small an amount to need a decision");
        claim(stage, reeve, new Claim("taxi", "ada", 2_300)).untilEnd();

        stage.chapter("A laptop: decided at once");
        claim(stage, reeve, new Claim("laptop", "ada", 180_000)).untilEnd();

        stage.chapter("A desk: decided after a reminder");
        claim(stage, reeve, new Claim("desk", "tim", 60_000)).untilEnd();

        stage.chapter("A boat: a refusal that arrives before the request is kept, and counts");
        Narrator boat = claim(stage, reeve, new Claim("boat", "tim", 900_000));
        decide(reeve, "boat", false);
        boatIsDecided.countDown();
        boat.untilEnd();

        stage.chapter("A dinner: nobody decides, and that is decided, too");
        claim(stage, reeve, new Claim("dinner", "ada", 12_000)).untilEnd();
    }

    private Narrator claim(Stage stage, Reeve reeve, Claim claim) {
        claims.add(reeve.start("approve_expense", claim, Start.key(claim.id())));
        return stage.follow(claims.getLast());
    }

    /**
     * The boss decides while reading the mail: about the laptop when asked, about the desk when reminded. Both are in
     * time on any machine, however slow. The mail about the boat is read only after the decision.
     */
    private void read(Reeve reeve, Note note) {
        boolean isReminder = note.text().startsWith("still to be decided");
        if (note.id().equals("laptop") || (note.id().equals("desk") && isReminder)) {
            decide(reeve, note.id(), true);
        } else if (note.id().equals("boat")) {
            awaitDecisionAboutBoat();
        }
    }

    private void awaitDecisionAboutBoat() {
        try {
            boatIsDecided.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void decide(Reeve reeve, String claim, boolean approved) {
        reeve.find(claim).orElseThrow().actingAs("the boss").signal("decision", Map.of("approved", approved));
    }

    private static boolean isDone(Event event, String step) {
        return event instanceof Event.StepCompleted done
                && done.step().toString().equals(step);
    }

    /** The claims that were approved, or that needed no approval. Read from the history, not from the payments. */
    private Set<String> approved() {
        Set<String> approved = new TreeSet<>();
        for (Execution claim : claims) {
            boolean isSmall = claim.history().stream()
                    .anyMatch(entry -> entry.event() instanceof Event.StepCompleted done
                            && done.step().toString().equals("size")
                            && done.output().text().equals("\"small\""));
            boolean isYes = claim.history().stream()
                    .anyMatch(entry -> entry.event() instanceof Event.SignalReceived signal
                            && signal.data().text().contains("true"));
            if (isSmall || isYes) {
                approved.add(String.valueOf(claim.summary().key()));
            }
        }
        return approved;
    }

    /** If the example is started again, it continues with the claim in the store. */
    private void leaveToWhoeverWatches(Stage stage, Reeve reeve) throws InterruptedException {
        stage.chapter("A chair, which you decide on");
        Narrator chair = claim(stage, reeve, new Claim("chair", "ada", 45_000));
        chair.until(event -> isDone(event, "ask"));
        if (claims.getLast().history().stream().anyMatch(entry -> entry.event() instanceof Event.SignalReceived)) {
            chair.untilEnd();
        } else {
            stage.say("it waits. To decide, and to carry out the decision:");
            stage.say("  ./reeve signal --store %s chair decision --data '{\"approved\": true}' --by YOU --reason WHY"
                    .formatted(stage.store()));
            stage.say("  ./reeve example approval --by-hand --store %s".formatted(stage.store()));
        }
    }
}
