package dev.reeve.internal.agent;

import static dev.reeve.internal.agent.Harness.request;
import static dev.reeve.internal.agent.Harness.token;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Cause;
import dev.reeve.Json;
import dev.reeve.Purpose;
import dev.reeve.agent.Agent;
import dev.reeve.agent.Handler;
import dev.reeve.internal.agent.GuideExamples.Bank;
import dev.reeve.internal.agent.GuideExamples.Charge;
import dev.reeve.internal.agent.GuideExamples.DeclinedException;
import dev.reeve.internal.agent.GuideExamples.Encoder;
import dev.reeve.internal.agent.GuideExamples.Film;
import dev.reeve.internal.agent.GuideExamples.OverloadedException;
import dev.reeve.internal.agent.GuideExamples.Receipt;
import dev.reeve.internal.guide.CodeBlocks;
import dev.reeve.spi.transport.AttemptRequest;
import dev.reeve.spi.transport.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

@DisplayName("The examples of docs/guide/agents.md are compiled, and do what the guide says")
final class GuideTest {

    private static final Path GUIDE = Path.of("../docs/guide/agents.md");

    private static final Path SOURCE = Path.of("src/test/java/dev/reeve/internal/agent/GuideExamples.java");

    private static final String CHARGE = "{\"card\":\"4242\",\"amount\":10}";

    @Test
    void theGuideShowsWhatIsCompiled() throws IOException {
        Map<String, String> shown = CodeBlocks.shown(GUIDE);
        // That of agent-resilience is tested there.
        assertThat(shown.remove("resilience")).isNotNull();
        Map<String, String> compiled = CodeBlocks.compiled(SOURCE);

        assertThat(shown).isNotEmpty().isEqualTo(compiled);
        assertThat(Files.readString(GUIDE).split("```java", -1)).hasSize(shown.size() + 2);
    }

    private static final class TestBank implements Bank {
        private final Map<String, Receipt> payments = new LinkedHashMap<>();
        private boolean declines;
        private boolean overloaded;

        @Override
        public Optional<Receipt> find(String key) {
            return Optional.ofNullable(payments.get(key));
        }

        @Override
        public Receipt charge(Charge charge, String key) throws DeclinedException, OverloadedException {
            if (declines) {
                throw new DeclinedException();
            }
            if (overloaded) {
                throw new OverloadedException();
            }
            return payments.computeIfAbsent(key, unseen -> new Receipt("p" + payments.size()));
        }
    }

    private final TestBank bank = new TestBank();

    private static <I> Harness run(Class<I> input, Handler<I, ?> handler, AttemptRequest request) {
        Harness harness = new Harness().action(request.action(), input, handler).start();
        harness.offer(request);
        harness.settle();
        return harness;
    }

    @Test
    void theFirstExampleCharges() {
        List<Json> answers = new ArrayList<>();
        LiveNode node = new LiveNode(report -> {
            if (report instanceof Report.Completed completed) {
                answers.add(completed.output());
            }
        });
        try (Agent agent = GuideExamples.start(bank, node)) {
            node.submit(List.of(request(token("charge", 1), "payment.charge", CHARGE)));
            Awaitility.await().until(() -> bank.payments.size() == 1);
            assertThat(agent.name()).isEqualTo("payments");
        }

        assertThat(answers).containsExactly(new Json("{\"paymentId\":\"p0\"}"));
    }

    @Test
    void greeting() {
        Harness harness =
                run(JsonNode.class, GuideExamples.anyShape(), request(token("s", 1), "greet", "{\"name\":\"Ada\"}"));

        assertThat(harness.onlyOutput()).isEqualTo("{\"greeting\":\"Hello Ada\"}");
    }

    @Test
    void failures() {
        AttemptRequest request = request(token("s", 1), "payment.charge", CHARGE);
        bank.declines = true;
        assertThat(run(Charge.class, GuideExamples.failures(bank), request)
                        .onlyFailure()
                        .code())
                .isEqualTo("CARD_DECLINED");
        bank.declines = false;
        bank.overloaded = true;
        assertThat(run(Charge.class, GuideExamples.failures(bank), request)
                        .onlyFailure()
                        .cause())
                .isEqualTo(Cause.THROTTLED);
    }

    @Test
    void probing() {
        AttemptRequest charge = request(token("s", 1), "payment.charge", CHARGE);
        AttemptRequest status = request(token("s", Purpose.PROBE, 1), "payment.status", CHARGE);

        assertThat(run(Charge.class, GuideExamples.probe(bank), status).onlyOutput())
                .isEqualTo("{\"state\":\"notDone\"}");
        run(Charge.class, GuideExamples.failures(bank), charge);
        assertThat(run(Charge.class, GuideExamples.probe(bank), status).onlyOutput())
                .isEqualTo("{\"state\":\"done\",\"output\":{\"paymentId\":\"p0\"}}");
    }

    @Test
    @DisplayName("V5 A3: a probe receives the evidence of late reports")
    void probingWithEvidence() {
        AttemptRequest status = request(token("s", Purpose.PROBE, 1), "payment.status", CHARGE);
        AttemptRequest told = new AttemptRequest(
                status.token(),
                status.workflow(),
                status.action(),
                status.input(),
                status.remaining(),
                null,
                null,
                new Json("{\"paymentId\":\"p7\"}"));

        assertThat(run(Charge.class, GuideExamples.evidence(bank), status).onlyOutput())
                .isEqualTo("{\"state\":\"unknown\"}");
        assertThat(run(Charge.class, GuideExamples.evidence(bank), told).onlyOutput())
                .isEqualTo("{\"state\":\"done\",\"output\":{\"paymentId\":\"p7\"}}");
    }

    @Test
    void encodingGoesOnFromTheCheckpoint() {
        List<Integer> encoded = new ArrayList<>();
        Encoder encoder = new Encoder() {
            @Override
            public int frames(Path film) {
                return 10;
            }

            @Override
            public void encode(Path film, int frame) {
                encoded.add(frame);
            }
        };
        AttemptRequest second = new AttemptRequest(
                token("encode", 2),
                "media",
                "video.encode",
                new Json("{\"file\":\"a.mov\"}"),
                Duration.ofMinutes(1),
                null,
                new Json("{\"framesDone\":7}"),
                null);

        Harness harness = run(Film.class, GuideExamples.encoder(encoder), second);

        assertThat(encoded).containsExactly(7, 8, 9);
        assertThat(harness.onlyOutput()).isEqualTo("{\"frames\":10}");
    }
}
