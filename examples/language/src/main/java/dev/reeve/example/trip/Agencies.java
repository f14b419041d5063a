package dev.reeve.example.trip;

import dev.reeve.agent.Probe;
import dev.reeve.agent.StepContext;
import dev.reeve.agent.StepFailure;
import dev.reeve.example.stage.Wiring;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Airlines, hotels, insurers and the other services of a trip. Each booking is identified by its trip and its name.
 * Booking it again therefore changes nothing, and giving it back finds it. Thread-safe.
 */
final class Agencies {

    private static final Map<String, Integer> CENTS =
            Map.of("visa", 8_000, "flight", 21_000, "hotel", 30_000, "train", 4_500, "car", 16_000, "taxi", 9_000);

    private static final Map<String, Integer> PREMIUMS = Map.of("north", 2_900, "south", 2_400);

    record Traveller(String name, String to) {}

    record Found(boolean needsVisa, boolean mayDrive) {}

    record Booking(String trip, String what) {}

    record Booked(String what, int cents) {}

    /** @param input of the step that booked it */
    record GiveBack(Booking input) {}

    record Insurer(String insurer) {}

    record Offer(String insurer, int cents) {}

    record Offers(List<Offer> offers) {}

    record Cents(List<Integer> cents) {}

    record Price(int cents) {}

    record Charge(String trip, String card, int cents) {}

    /** @param input of the step that charged it */
    record Refund(Charge input) {}

    record Mail(String trip, String text) {}

    record Trip(String trip) {}

    record Itinerary(String text) {}

    record Filing(String trip, String outcome) {}

    private final Set<String> held = new TreeSet<>();
    private final Set<String> bought = new TreeSet<>();
    private final Map<String, Integer> paid = new TreeMap<>();
    private final Map<String, List<String>> mails = new TreeMap<>();
    private volatile Consumer<Mail> reader = mail -> {};
    private final Map<String, String> filed = new TreeMap<>();

    void wire(Wiring wiring) {
        wiring.action("traveller.find", Traveller.class, Agencies::find);
        for (String action :
                List.of("visa.apply", "flight.hold", "hotel.reserve", "train.reserve", "car.reserve", "taxi.order")) {
            wiring.action(action, Booking.class, this::hold);
        }
        for (String action : List.of(
                "visa.withdraw", "flight.release", "hotel.cancel", "train.cancel", "car.cancel", "taxi.cancel")) {
            wiring.action(action, GiveBack.class, this::giveBack);
        }
        wiring.action("insurance.offer", Insurer.class, Agencies::offer);
        wiring.action("insurance.choose", Offers.class, Agencies::choose);
        wiring.action("trip.price", Cents.class, Agencies::price);
        wiring.action("card.charge", Charge.class, this::charge);
        wiring.action("card.status", Charge.class, this::status);
        wiring.action("card.refund", Refund.class, this::refund);
        for (String action : List.of("flight.ticket", "hotel.confirm", "insurance.buy")) {
            wiring.action(action, Booking.class, this::buy);
        }
        wiring.action("trip.itinerary", Trip.class, this::itinerary);
        wiring.action("mail.send", Mail.class, this::send);
        wiring.action("trip.file", Filing.class, this::file);
    }

    private static Found find(Traveller traveller, StepContext step) {
        return new Found(traveller.to().equals("KIX"), !traveller.name().equals("tim"));
    }

    private synchronized Booked hold(Booking booking, StepContext step) {
        if (booking.what().equals("hotel Grand")) {
            throw StepFailure.businessError("FULL", "the Grand has no rooms left");
        }
        held.add(name(booking));
        return new Booked(booking.what(), CENTS.getOrDefault(booking.what().replaceFirst(" .*", ""), 0));
    }

    private synchronized Booking giveBack(GiveBack request, StepContext step) {
        held.remove(name(request.input()));
        return request.input();
    }

    private static Offer offer(Insurer request, StepContext step) {
        Integer cents = PREMIUMS.get(request.insurer());
        if (cents == null) {
            throw StepFailure.transientError("CLOSED", request.insurer() + " is on holiday");
        }
        return new Offer(request.insurer(), cents);
    }

    private static Offer choose(Offers request, StepContext step) {
        return request.offers().stream()
                .min(Comparator.comparingInt(Offer::cents))
                .orElseThrow(() -> StepFailure.businessError("NO_OFFER", "there is nothing to choose from"));
    }

    private static Price price(Cents request, StepContext step) {
        return new Price(request.cents().stream().mapToInt(cents -> cents).sum());
    }

    private synchronized Charge charge(Charge charge, StepContext step) {
        if (charge.card().equals("stolen")) {
            throw StepFailure.businessError("CARD_DECLINED", "the bank declined the card");
        }
        paid.put(charge.trip(), charge.cents());
        return charge;
    }

    private synchronized Probe status(Charge charge, StepContext step) {
        return paid.containsKey(charge.trip()) ? Probe.done(charge) : Probe.notDone();
    }

    private synchronized Charge refund(Refund request, StepContext step) {
        paid.remove(request.input().trip());
        return request.input();
    }

    private synchronized Booking buy(Booking booking, StepContext step) {
        if (booking.what().equals("flight KIX-BER")) {
            throw StepFailure.transientError("AIRLINE_AWAY", "the airline's system is down");
        }
        bought.add(name(booking));
        return booking;
    }

    private synchronized Itinerary itinerary(Trip request, StepContext step) {
        String prefix = request.trip() + ": ";
        return new Itinerary(String.join(
                ", ",
                bought.stream()
                        .filter(name -> name.startsWith(prefix))
                        .map(name -> name.substring(prefix.length()))
                        .toList()));
    }

    private Mail send(Mail mail, StepContext step) {
        keep(mail);
        reader.accept(mail);
        return mail;
    }

    private synchronized void keep(Mail mail) {
        mails.computeIfAbsent(mail.trip(), trip -> new ArrayList<>()).add(mail.text());
    }

    /** The reader receives each mail before its sender continues. */
    void readBy(Consumer<Mail> wanted) {
        reader = wanted;
    }

    private synchronized Filing file(Filing filing, StepContext step) {
        filed.put(filing.trip(), filing.outcome());
        return filing;
    }

    private static String name(Booking booking) {
        return booking.trip() + ": " + booking.what();
    }

    /** Of one trip. */
    synchronized List<String> held(String trip) {
        return held.stream().filter(name -> name.startsWith(trip + ": ")).toList();
    }

    /** Of one trip. */
    synchronized List<String> bought(String trip) {
        return bought.stream().filter(name -> name.startsWith(trip + ": ")).toList();
    }

    /** In cents, by trip. */
    synchronized Map<String, Integer> paid() {
        return Map.copyOf(paid);
    }

    synchronized List<String> mails(String trip) {
        return List.copyOf(mails.getOrDefault(trip, List.of()));
    }

    /** The filed outcome of each trip. */
    synchronized Map<String, String> filed() {
        return Map.copyOf(filed);
    }
}
