package dev.reeve.example.trip;

import dev.reeve.Event;
import dev.reeve.Execution;
import dev.reeve.ExecutionStatus;
import dev.reeve.Reeve;
import dev.reeve.Start;
import dev.reeve.agent.Agent;
import dev.reeve.example.stage.Check;
import dev.reeve.example.stage.Example;
import dev.reeve.example.stage.Narrator;
import dev.reeve.example.stage.Stage;
import dev.reeve.workflow.Workflow;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Four trips: a simple one, one that needs people, one without vacancies, and one that is not approved. */
public final class TripExample implements Example {

    private static final int PLENTY = 200_000;
    private static final int LITTLE = 1_000;

    private final Agencies agencies = new Agencies();

    static Workflow workflow() {
        return Workflow.load(TripExample.class, "book_trip.yaml");
    }

    @Override
    public String name() {
        return "trip";
    }

    @Override
    public String title() {
        return "a trip in 27 steps: conditions, switch, two out of three, approval, a point of no return, undoing";
    }

    @Override
    public List<Check> play(Stage stage) throws InterruptedException {
        // Check-in opens the day before departure, here in four seconds.
        String departs = Instant.now().plus(1, ChronoUnit.DAYS).plusSeconds(4).toString();
        try (Reeve reeve = Reeve.open(stage.store())) {
            reeve.deploy(workflow());
            Agent.Builder agent = reeve.agent("agencies");
            agencies.wire(agent::action);
            agent.start();
            agencies.readBy(mail -> approve(reeve, mail));
            List<Execution> trips = new ArrayList<>();

            stage.chapter("To Lisbon and back, by train to two hotels; one of three insurers does not answer");
            Request lisbon = new Request(
                    "lisbon",
                    "ada",
                    "BER",
                    "LIS",
                    departs,
                    true,
                    List.of("Alfama", "Belem"),
                    "train",
                    "visa-1",
                    PLENTY);
            trips.add(start(reeve, lisbon));
            stage.follow(trips.getLast()).untilEnd();

            stage.chapter("To Kyoto with a visa and a taxi, beyond the budget; then the airline disappears");
            Request kyoto =
                    new Request("kyoto", "tim", "BER", "KIX", departs, true, List.of("Gion"), "car", "visa-2", LITTLE);
            trips.add(start(reeve, kyoto));
            seeThrough(trips.getLast(), stage.follow(trips.getLast()));

            stage.chapter("To Oslo, where one of the hotels is full: all is given back, and nothing was paid");
            Request oslo = new Request(
                    "oslo", "ada", "BER", "OSL", departs, true, List.of("Fjord", "Grand"), "car", "visa-1", PLENTY);
            trips.add(start(reeve, oslo));
            stage.follow(trips.getLast()).untilEnd();

            stage.chapter("To Rome, beyond the budget, and nobody says yes");
            Request rome =
                    new Request("rome", "ada", "BER", "FCO", departs, false, List.of("Roma"), "none", "visa-1", LITTLE);
            trips.add(start(reeve, rome));
            stage.follow(trips.getLast()).untilEnd();

            return audit(trips);
        }
    }

    private static Execution start(Reeve reeve, Request request) {
        return reeve.start("book_trip", request, Start.key(request.trip()));
    }

    /** The boss reads mails at once and approves Kyoto, in time on any machine, however slow. */
    private static void approve(Reeve reeve, Agencies.Mail mail) {
        if (mail.trip().equals("kyoto") && mail.text().startsWith("please approve")) {
            reeve.find(mail.trip()).orElseThrow().actingAs("the boss").signal("approval", Map.of("by", "mail"));
        }
    }

    /** A clerk buys at the counter what the airline's system does not sell. */
    private static void seeThrough(Execution trip, Narrator narrator) throws InterruptedException {
        narrator.until(event -> event instanceof Event.StepEscalated);
        trip.actingAs("a clerk").recovery().resolve("ticket_homeward", Map.of("ticket", "bought at the counter"));
        narrator.untilEnd();
    }

    private List<Check> audit(List<Execution> trips) {
        List<String> paid = new ArrayList<>();
        List<String> filed = new ArrayList<>();
        List<String> left = new ArrayList<>();
        for (Execution trip : trips) {
            String name = String.valueOf(trip.summary().key());
            ExecutionStatus status = trip.status();
            filed.add("%s=%s".formatted(name, status.name()));
            if (status == ExecutionStatus.COMPLETED) {
                paid.add(name);
            } else {
                left.addAll(agencies.held(name));
                left.addAll(agencies.bought(name));
            }
        }
        return List.of(
                Check.same(
                        "paid are the trips that were booked, and no other",
                        paid,
                        agencies.paid().keySet()),
                Check.same("nothing is held or bought for a trip that was not", List.of(), left),
                Check.same(
                        "each trip was filed as what it became",
                        filed,
                        agencies.filed().entrySet().stream()
                                .map(one -> "%s=%s"
                                        .formatted(one.getKey(), one.getValue().toUpperCase(Locale.ROOT)))
                                .toList()));
    }
}
