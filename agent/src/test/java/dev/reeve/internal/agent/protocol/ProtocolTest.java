package dev.reeve.internal.agent.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.AttemptToken;
import dev.reeve.Cause;
import dev.reeve.ExecutionId;
import dev.reeve.Failure;
import dev.reeve.Json;
import dev.reeve.Purpose;
import dev.reeve.StepPath;
import dev.reeve.spi.transport.AttemptRequest;
import dev.reeve.spi.transport.Beat;
import dev.reeve.spi.transport.Exchange;
import dev.reeve.spi.transport.Registration;
import dev.reeve.spi.transport.Reply;
import dev.reeve.spi.transport.Report;
import dev.reeve.spi.transport.SessionId;
import dev.reeve.spi.transport.Verdict;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("The documents of the agents' protocol")
final class ProtocolTest {

    private static final Seal SEAL = seal("default", "payments");

    private static final AttemptToken TOKEN = new AttemptToken(
            ExecutionId.parse("0190c0de-0000-7000-8000-000000000001"),
            StepPath.parse("charge"),
            Purpose.FORWARD,
            2,
            0x0123456789abcdefL);

    private static final String TEXT =
            "a1.MDE5MGMwZGUtMDAwMC03MDAwLTgwMDAtMDAwMDAwMDAwMDAxL0ZPUldBUkQvMi8wMTIzNDU2" + "Nzg5YWJjZGVmL2NoYXJnZQ.";

    private static Seal seal(String namespace, String principal) {
        return new Seal("a secret of the servers".getBytes(StandardCharsets.UTF_8), namespace, principal);
    }

    private static String text(AttemptToken token) {
        return SEAL.text(token);
    }

    @Test
    @DisplayName("A released document keeps its form: an answer of version 1")
    void answersKeepTheirForm() {
        AttemptRequest request = new AttemptRequest(
                TOKEN,
                "key-1",
                "order",
                "payment.charge",
                new Json("{\"amount\":1.10}"),
                Duration.ofNanos(29_999_999_999L),
                Duration.ofSeconds(10),
                new Json("{\"done\":3}"),
                null);

        String written = ReplyCodec.write(
                new Reply(List.of(request), List.of(new Verdict(TOKEN, "too late")), List.of(TOKEN)),
                List.of("a1.x.y"),
                SEAL,
                Pace.STANDARD);

        String token = text(TOKEN);
        assertThat(token).startsWith(TEXT);
        assertThat(written)
                .isEqualTo(("{'protocol':1,'work':[{'token':'%s','idempotencyKey':'key-1',"
                                + "'execution':'0190c0de-0000-7000-8000-000000000001','step':'charge','purpose':'FORWARD',"
                                + "'attempt':2,'workflow':'order','action':'payment.charge','remainingMillis':29999,"
                                + "'heartbeatMillis':10000,'input':{'amount':1.10},'checkpoint':{'done':3}}],"
                                + "'verdicts':[{'token':'%s','accepted':false,'reason':'too late'},"
                                + "{'token':'a1.x.y','accepted':false,"
                                + "'reason':'the token is not one of this agent`s credential'}],"
                                + "'cancelled':['%s'],'pace':{'waitMillis':20000,'confirmMillis':1000}}")
                        .formatted(token, token, token)
                        .replace('\'', '"')
                        .replace('`', '\''));
    }

    @Test
    @DisplayName("A released document keeps its form: an exchange of version 1")
    void exchangesKeepTheirForm() {
        Exchange exchange = new Exchange(
                List.of(
                        new Report.Completed(TOKEN, new Json("{\"payment\":\"p1\"}")),
                        new Report.Failed(
                                TOKEN,
                                new Failure(Cause.THROTTLED, "BUSY", "later", null, Duration.ofMillis(1500), false))),
                List.of(new Beat(TOKEN, null), new Beat(TOKEN, Json.NULL)),
                true,
                7);

        assertThat(ExchangeCodec.write(exchange, Duration.ofSeconds(20), token -> "T"))
                .isEqualTo(("{'protocol':1,'waitMillis':20000,'slots':7,'draining':true,'reports':["
                                + "{'token':'T','output':{'payment':'p1'}},{'token':'T','failure':{'cause':'THROTTLED',"
                                + "'code':'BUSY','message':'later','retryAfterMillis':1500,'possiblyDone':false}}],"
                                + "'beats':[{'token':'T'},{'token':'T','checkpoint':null}]}")
                        .replace('\'', '"'));
    }

    @Test
    @DisplayName("Each side reads the documents of the other one, for thousands of random documents")
    void roundTrips() {
        SplittableRandom random = new SplittableRandom(17);
        for (int i = 0; i < 5_000; i++) {
            Exchange exchange = randomExchange(random);
            ExchangeCodec.Received received =
                    ExchangeCodec.read(ExchangeCodec.write(exchange, Duration.ofSeconds(30), ProtocolTest::text), SEAL);
            assertThat(received.exchange()).isEqualTo(exchange);
            assertThat(received.poll()).isEqualTo(Duration.ofSeconds(30));
            assertThat(received.foreign()).isEmpty();

            Reply reply = randomReply(random);
            ReplyCodec.Received answer =
                    ReplyCodec.read(ReplyCodec.write(reply, List.of(), SEAL, Pace.STANDARD), Pace.STANDARD);
            assertThat(answer.reply()).isEqualTo(reply);
            for (AttemptRequest request : reply.requests()) {
                assertThat(answer.tokens()).containsEntry(request.token(), text(request.token()));
            }
        }
        Registration registration = new Registration("a \"name\"", Set.of("payment.charge", "payment.refund"), 3);
        assertThat(RegistrationCodec.read(RegistrationCodec.write(registration)))
                .isEqualTo(registration);
    }

    private static Exchange randomExchange(SplittableRandom random) {
        List<Report> reports = new ArrayList<>();
        List<Beat> beats = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            AttemptToken token = randomToken(random);
            reports.add(
                    random.nextBoolean()
                            ? new Report.Completed(token, randomJson(random))
                            : new Report.Failed(token, randomFailure(random)));
            beats.add(new Beat(randomToken(random), randomJsonOrNull(random)));
        }
        return new Exchange(reports, beats, random.nextBoolean(), random.nextBoolean() ? null : random.nextInt(100));
    }

    private static Reply randomReply(SplittableRandom random) {
        List<AttemptRequest> requests = new ArrayList<>();
        List<Verdict> verdicts = new ArrayList<>();
        List<AttemptToken> cancelled = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            requests.add(new AttemptRequest(
                    randomToken(random),
                    "key-" + random.nextInt(),
                    "w",
                    "a.b",
                    randomJson(random),
                    Duration.ofMillis(random.nextInt(100_000)),
                    random.nextBoolean() ? null : Duration.ofMillis(1 + random.nextInt(10_000)),
                    randomJsonOrNull(random),
                    randomJsonOrNull(random)));
            verdicts.add(new Verdict(randomToken(random), random.nextBoolean() ? null : "because ✓ \n\""));
            cancelled.add(randomToken(random));
        }
        return new Reply(requests, verdicts, cancelled);
    }

    private static AttemptToken randomToken(SplittableRandom random) {
        return new AttemptToken(
                new ExecutionId(new UUID(random.nextLong(), random.nextLong())),
                StepPath.parse("step" + random.nextInt(10)),
                List.of(Purpose.values()).get(random.nextInt(3)),
                1 + random.nextInt(5),
                random.nextLong());
    }

    private static Failure randomFailure(SplittableRandom random) {
        Cause cause = List.of(Cause.TRANSIENT, Cause.THROTTLED, Cause.BUSINESS, Cause.POISON)
                .get(random.nextInt(4));
        return new Failure(
                cause,
                "CODE",
                random.nextBoolean() ? "" : "message ü \t",
                randomJsonOrNull(random),
                cause == Cause.THROTTLED ? Duration.ofMillis(random.nextInt(10_000)) : null,
                random.nextBoolean());
    }

    private static @Nullable Json randomJsonOrNull(SplittableRandom random) {
        return random.nextBoolean() ? null : randomJson(random);
    }

    private static Json randomJson(SplittableRandom random) {
        return new Json(
                switch (random.nextInt(5)) {
                    case 0 -> "null";
                    case 1 -> "1.10";
                    case 2 -> "[1,{\"reports\":[],\"token\":5}]";
                    case 3 -> "\"text with ü, € and 𝄞\"";
                    default -> "{\"input\":{\"output\":[true,12345678901234567890123]}}";
                });
    }

    @Test
    @DisplayName("Members of a newer release are skipped, of any kind")
    void unknownMembersAreSkipped() {
        String exchange = ("{'later':{'a':[1,{'b':null}]},'protocol':1,'more':[[]],'beats':[{'token':'%s','x':1.5}],"
                        + "'reports':[{'token':'%s','output':1,'took':{'millis':3}}],'priority':-3}")
                .formatted(text(TOKEN), text(TOKEN))
                .replace('\'', '"');

        ExchangeCodec.Received received = ExchangeCodec.read(exchange, SEAL);

        assertThat(received.exchange())
                .isEqualTo(new Exchange(
                        List.of(new Report.Completed(TOKEN, new Json("1"))), List.of(new Beat(TOKEN, null))));
        assertThat(received.poll()).isEqualTo(Protocol.WAIT);
        assertThat(ReplyCodec.read("{}", Pace.STANDARD).reply()).isEqualTo(new Reply(List.of(), List.of(), List.of()));
    }

    @ParameterizedTest(name = "{0}")
    @DisplayName("A known member of a wrong kind is refused, and the message names it")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "[]                                               | expected a JSON object",
                "{\"agent\":                                      | not JSON",
                "{} {}                                            | found more after it",
                "{\"protocol\":2}                                 | speaks version 1",
                "{\"protocol\":\"1\"}                             | protocol: expected a whole number",
                "{\"protocol\":1,\"protocol\":1}                  | not JSON within the limits",
                "{\"slots\":1,\"actions\":[\"a\"]}                | agent: expected 1 to 255",
                "{\"agent\":7,\"slots\":1,\"actions\":[\"a\"]}    | agent: expected a string",
                "{\"agent\":\" \",\"slots\":1,\"actions\":[\"a\"]} | agent: expected 1 to 255",
                "{\"agent\":\"\\u0000\",\"slots\":1,\"actions\":[\"a\"]} | NUL",
                "{\"agent\":\"a\",\"slots\":0,\"actions\":[\"a\"]} | slots: expected a whole number from 1",
                "{\"agent\":\"a\",\"slots\":1.5,\"actions\":[\"a\"]} | slots: expected a whole number",
                "{\"agent\":\"a\",\"slots\":99999999999999999999,\"actions\":[\"a\"]} | slots: expected a whole number",
                "{\"agent\":\"a\",\"slots\":1,\"actions\":\"a\"}   | actions: expected an array",
                "{\"agent\":\"a\",\"slots\":1,\"actions\":[1]}     | actions[0]: expected a string",
                "{\"agent\":\"a\",\"slots\":1,\"actions\":[]}      | actions: expected 1 to",
                "{\"agent\":\"a\",\"slots\":1,\"actions\":[\"\"]}  | actions[0]: expected a name of 1 to 255",
            })
    void malformedRegistrations(String document, String message) {
        assertThatThrownBy(() -> RegistrationCodec.read(document))
                .isInstanceOf(MalformedMessageException.class)
                .hasMessageContaining(message);
    }

    @Test
    @DisplayName("An agent has at most 1,000 actions, and a refusal lists all that is wrong with them (A1)")
    void manyActions() {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < 1_001; i++) {
            names.add(i == 7 ? " " : i == 9 ? "x".repeat(256) : "action." + i);
        }
        String tooMany = RegistrationCodec.write(new Registration("a", Set.copyOf(names), 1));
        assertThatThrownBy(() -> RegistrationCodec.read(tooMany))
                .isInstanceOf(MalformedMessageException.class)
                .hasMessageContaining("actions: expected 1 to 1,000 names, found 1,001")
                .hasMessageContaining("expected a name of 1 to 255 characters without U+0000, found none")
                .hasMessageContaining("expected a name of 1 to 255 characters without U+0000, found 256");

        names.set(7, "action.7");
        names.set(9, "action.9");
        names.removeLast();
        String most = RegistrationCodec.write(new Registration("a", Set.copyOf(names), 1));
        assertThat(RegistrationCodec.read(most).actions()).hasSize(1_000);
        String wrong = RegistrationCodec.write(new Registration(
                "a",
                Set.copyOf(names.stream().map(name -> "x".repeat(300) + name).toList()),
                1));
        assertThatThrownBy(() -> RegistrationCodec.read(wrong))
                .hasMessageContaining("actions[19]")
                .hasMessageContaining("and 980 more");
    }

    @ParameterizedTest(name = "{0}")
    @DisplayName("A malformed exchange is refused as a whole")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{\"reports\":{}}            | reports: expected an array",
                "{\"reports\":[1]}           | reports[0]: expected an object",
                "{\"reports\":[{\"output\":1}]} | exchange.reports[0]: token",
                "{\"beats\":[{}]}            | exchange.beats[0]: token",
                "{\"draining\":\"yes\"}      | draining: expected true or false",
                "{\"waitMillis\":-1}         | waitMillis: expected a whole number",
                "{\"slots\":-1}              | slots: expected a whole number",
            })
    void malformedExchanges(String document, String message) {
        assertThatThrownBy(() -> ExchangeCodec.read(document, SEAL))
                .isInstanceOf(MalformedMessageException.class)
                .hasMessageContaining(message);
    }

    @ParameterizedTest(name = "{0}")
    @DisplayName("A report that cannot be used fails its attempt, so that it never holds up the others")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "\"x\":1                                            | found neither",
                "\"output\":1,\"failure\":{\"cause\":\"BUSINESS\",\"code\":\"C\"} | found both",
                "\"output\":\"\\u0000\"                             | NUL",
                "\"failure\":{\"code\":\"C\"}                       | cause: expected 1 to",
                "\"failure\":{\"cause\":\"LOST\",\"code\":\"C\"}     | cause: expected one of",
                "\"failure\":{\"cause\":\"BUSINESS\"}               | code: expected 1 to",
                "\"failure\":{\"cause\":\"THROTTLED\",\"code\":\"C\"} | retryAfterMillis: expected with the cause THROTTLED",
                "\"failure\":{\"cause\":\"BUSINESS\",\"code\":\"C\",\"possiblyDone\":1} | possiblyDone: expected true or false",
            })
    void unusableReports(String members, String message) {
        String document = "{\"reports\":[{\"token\":\"%s\",%s},{\"token\":\"%s\",\"output\":2}]}"
                .formatted(text(TOKEN), members, text(TOKEN));

        List<Report> reports = ExchangeCodec.read(document, SEAL).exchange().reports();

        assertThat(reports).hasSize(2);
        assertThat(reports.get(1)).isEqualTo(new Report.Completed(TOKEN, new Json("2")));
        assertThat(reports.get(0)).isInstanceOfSatisfying(Report.Failed.class, failed -> {
            assertThat(failed.failure().code()).isEqualTo("REPORT_INVALID");
            assertThat(failed.failure().cause()).isEqualTo(Cause.BUSINESS);
            assertThat(failed.failure().possiblyDone()).isTrue();
            assertThat(failed.failure().message()).contains(message);
        });
    }

    @Test
    @DisplayName("An output that is too large fails its attempt")
    void largeOutputs() {
        String document = "{\"reports\":[{\"token\":\"%s\",\"output\":[%s1]}]}"
                .formatted(text(TOKEN), "\"%s\",".formatted("x".repeat(600_000)).repeat(2));

        assertThat(ExchangeCodec.read(document, SEAL).exchange().reports())
                .singleElement()
                .isInstanceOfSatisfying(
                        Report.Failed.class,
                        failed -> assertThat(failed.failure().message()).contains("the limit is 1,048,576"));
    }

    @Test
    @DisplayName("A token is of use to the credential that received it, and to no other")
    void tokensAreBound() {
        String token = SEAL.text(TOKEN);

        assertThat(SEAL.token(token)).isEqualTo(TOKEN);
        assertThat(seal("default", "payments").token(token))
                .as("another server")
                .isEqualTo(TOKEN);
        assertThat(seal("default", "thief").token(token)).isNull();
        assertThat(seal("other", "payments").token(token)).isNull();
        assertThat(new Seal(new byte[] {1}, "default", "payments").token(token)).isNull();
        AttemptToken other = new AttemptToken(TOKEN.execution(), TOKEN.step(), TOKEN.purpose(), 3, TOKEN.nonce());
        assertThat(SEAL.token(Tokens.text(other.text(), Tokens.sealOf(token)))).isNull();

        String session = SEAL.text(new SessionId(0x7f00000000000001L));
        assertThat(SEAL.session(session)).isEqualTo(new SessionId(0x7f00000000000001L));
        assertThat(seal("default", "thief").session(session)).isNull();
        for (String bad : List.of("", ".", "x.y", "1", "123.", "11111111111111111.a", session + "x")) {
            assertThat(SEAL.session(bad)).as(bad).isNull();
        }
    }

    @Test
    @DisplayName("A foreign or unreadable token is named as such, and nothing of it reaches the node")
    void foreignTokens() {
        String stolen = seal("default", "thief").text(TOKEN);
        String document = ("{\"reports\":[{\"token\":\"%s\",\"output\":1},{\"token\":\"nonsense\",\"output\":1}],"
                        + "\"beats\":[{\"token\":\"%s\",\"checkpoint\":1}]}")
                .formatted(stolen, stolen);

        ExchangeCodec.Received received = ExchangeCodec.read(document, SEAL);

        assertThat(received.exchange()).isEqualTo(Exchange.NOTHING);
        assertThat(received.foreign()).containsExactly(stolen, "nonsense");
    }

    @ParameterizedTest
    @CsvSource({"0,0", "-5,0", "20000,20000", "50000,50000", "50001,50000", "9999999999,50000"})
    void longWaitsAreShortened(long asked, long granted) {
        assertThat(Protocol.granted(Duration.ofMillis(asked))).isEqualTo(Duration.ofMillis(granted));
    }

    @Test
    @DisplayName("Hostile answers are refused by the agent, and never end it with another exception")
    void hostileAnswers() {
        SplittableRandom random = new SplittableRandom(3);
        String good = ReplyCodec.write(randomReply(new SplittableRandom(5)), List.of(), SEAL, Pace.STANDARD);
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text = new StringBuilder(good);
            for (int j = 1 + random.nextInt(3); j > 0; j--) {
                int at = random.nextInt(text.length());
                if (random.nextBoolean()) {
                    text.setCharAt(at, (char) random.nextInt(1, 256));
                } else {
                    text.delete(at, Math.min(text.length(), at + random.nextInt(20)));
                }
            }
            String document = text.toString();
            try {
                assertThat(ReplyCodec.read(document, Pace.STANDARD)).isNotNull();
            } catch (MalformedMessageException expected) {
                assertThat(expected).hasMessageContaining("");
            }
        }
    }
}
