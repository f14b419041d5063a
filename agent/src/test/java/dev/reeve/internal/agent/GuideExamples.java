package dev.reeve.internal.agent;

import dev.reeve.Json;
import dev.reeve.agent.Agent;
import dev.reeve.agent.Handler;
import dev.reeve.agent.Probe;
import dev.reeve.agent.StepFailure;
import dev.reeve.agent.jdbc.RememberedResults;
import dev.reeve.spi.transport.AgentTransport;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;
import tools.jackson.databind.JsonNode;

/** The examples of {@code docs/guide/agents.md}, word for word; {@link GuideTest} compares and runs them. */
final class GuideExamples {

    // example: types
    record Charge(String card, BigDecimal amount) {}

    record Receipt(String paymentId) {}
    // end

    /** A possible client of a bank. */
    interface Bank {
        Optional<Receipt> find(String key);

        Receipt charge(Charge charge, String key) throws DeclinedException, OverloadedException;
    }

    static final class DeclinedException extends Exception {}

    static final class OverloadedException extends Exception {}

    /** A possible client of a video encoder. */
    interface Encoder {
        int frames(Path film);

        void encode(Path film, int frame) throws InterruptedException;
    }

    private GuideExamples() {}

    static Agent start(Bank bank, AgentTransport transport) {
        // example: start
        Agent agent = Agent.named("payments")
                .action("payment.charge", Charge.class, (charge, step) -> bank.charge(charge, step.idempotencyKey()))
                .slots(20)
                .transport(transport)
                .start();
        // end
        return agent;
    }

    static Agent remote(Bank bank) {
        // example: remote
        Agent agent = Agent.named("payments")
                .action("payment.charge", Charge.class, (charge, step) -> bank.charge(charge, step.idempotencyKey()))
                .servers(URI.create("https://reeve-1.example.com"), URI.create("https://reeve-2.example.com"))
                .apiKey(System.getenv("REEVE_API_KEY"))
                .start();
        // end
        return agent;
    }

    static Handler<JsonNode, Map<String, String>> anyShape() {
        // example: any-shape
        Handler<JsonNode, Map<String, String>> greet = (input, step) ->
                Map.of("greeting", "Hello " + input.path("name").asString("stranger"));
        // end
        return greet;
    }

    static Handler<Charge, Receipt> failures(Bank bank) {
        // example: failures
        Handler<Charge, Receipt> charge = (order, step) -> {
            try {
                return bank.charge(order, step.idempotencyKey());
            } catch (DeclinedException e) {
                throw StepFailure.businessError("CARD_DECLINED", "the bank declined the card")
                        .causedBy(e);
            } catch (OverloadedException e) {
                throw StepFailure.throttled(Duration.ofSeconds(30)).causedBy(e);
            }
        };
        // end
        return charge;
    }

    static Handler<Charge, Probe> probe(Bank bank) {
        // example: probe
        Handler<Charge, Probe> status = (charge, step) ->
                bank.find(step.idempotencyKey()).map(Probe::done).orElse(Probe.notDone());
        // end
        return status;
    }

    static Handler<Charge, Probe> evidence(Bank bank) {
        // example: evidence
        Handler<Charge, Probe> status = (charge, step) -> bank.find(step.idempotencyKey())
                .or(() -> step.evidence(Receipt.class))
                .map(Probe::done)
                .orElse(Probe.unknown());
        // end
        return status;
    }

    record Booking(int id) {}

    record Booked(int id) {}

    /** A possible table of bookings. */
    interface Bookings {
        void insert(Connection connection, Booking booking) throws SQLException;
    }

    static Handler<Booking, Booked> inATransaction(DataSource dataSource, Bookings bookings) {
        // example: transactional
        Handler<Booking, Booked> book = (booking, step) -> {
            try (Connection connection = dataSource.getConnection()) {
                connection.setAutoCommit(false);
                bookings.insert(connection, booking);
                step.complete(connection, new Booked(booking.id()));
                connection.commit();
            }
            return null; // the stored output counts
        };
        // end
        return book;
    }

    static Handler<Booking, Json> remembering(DataSource dataSource, Bookings bookings) {
        // example: remembered
        RememberedResults results = RememberedResults.in(dataSource);
        Handler<Booking, Json> book = (booking, step) -> results.once(step.idempotencyKey(), connection -> {
            bookings.insert(connection, booking);
            return new Booked(booking.id());
        });
        // end
        return book;
    }

    // example: checkpoints
    record Film(String file) {}

    record Progress(int framesDone) {}

    record Encoded(int frames) {}

    static Handler<Film, Encoded> encoder(Encoder encoder) {
        return (film, step) -> {
            Path file = Path.of(film.file());
            int frames = encoder.frames(file);
            int done = step.checkpoint(Progress.class).map(Progress::framesDone).orElse(0);
            for (int frame = done; frame < frames; frame++) {
                if (step.cancelled()) {
                    throw StepFailure.businessError("CANCELLED", "stopped at frame " + frame)
                            .possiblyDone();
                }
                encoder.encode(file, frame);
                step.heartbeat(new Progress(frame + 1));
            }
            return new Encoded(frames);
        };
    }
    // end
}
