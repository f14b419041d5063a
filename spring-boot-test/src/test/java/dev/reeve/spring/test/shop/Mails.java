package dev.reeve.spring.test.shop;

import dev.reeve.agent.StepFailure;
import dev.reeve.spring.Action;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/** Sends mails, and keeps when. */
@Component
public class Mails {

    /** A mail. */
    public record Mail(String to) {}

    private final Clock clock;
    private final String sender;
    private final List<Instant> sent = new ArrayList<>();

    Mails(Clock clock, @Value("${shop.sender:shop@example.org}") String sender) {
        this.clock = clock;
        this.sender = sender;
    }

    @Action("mail.send")
    String send(Mail mail) {
        if (mail.to().isEmpty()) {
            throw StepFailure.businessError("NO_ADDRESS", "nobody to write to");
        }
        sent.add(clock.instant());
        return "from %s to %s".formatted(sender, mail.to());
    }

    /** When mails were sent. */
    public List<Instant> sent() {
        return sent;
    }
}
