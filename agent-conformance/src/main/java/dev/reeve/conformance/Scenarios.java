package dev.reeve.conformance;

import dev.reeve.conformance.PlayedServer.Fate;
import dev.reeve.conformance.PlayedServer.Received;
import dev.reeve.conformance.PlayedServer.Registered;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;

/** The rules of the protocol that the kit tries, in this order, against one agent. */
final class Scenarios {

    static final int SLOTS = 4;

    static final Set<String> ACTIONS = Set.of(
            "conformance.echo",
            "conformance.wait",
            "conformance.fail",
            "conformance.key",
            "conformance.checkpoint",
            "conformance.cancelled");

    private static final Duration SOON = Duration.ofSeconds(10);

    private Scenarios() {}

    static List<Scenario> all() {
        List<Scenario> all = new ArrayList<>();
        all.add(new Scenario("register", "registers with its name, its actions and its slots", Scenarios::registers));
        all.add(new Scenario("perform", "performs work, and reports its output", Scenarios::performs));
        all.add(new Scenario("key", "gives the handler the idempotency key", Scenarios::key));
        all.add(new Scenario("unknown-fields", "ignores members that it does not know", Scenarios::unknownFields));
        all.add(new Scenario("confirm", "lists new work in a heartbeat within the time told", Scenarios::confirms));
        all.add(new Scenario("heartbeat", "sends heartbeats within the time of the work", Scenarios::heartbeats));
        all.add(new Scenario("slots", "runs no more handlers at once than it has slots", Scenarios::slots));
        all.add(new Scenario("failure", "reports failures with their cause", Scenarios::failures));
        all.add(new Scenario("unknown-action", "reports work for an unknown action as failed", Scenarios::unknown));
        all.add(new Scenario("duplicate", "performs work that is offered twice once", Scenarios::duplicates));
        all.add(new Scenario("settled", "does not perform work again after its verdict", Scenarios::settled));
        all.add(new Scenario("lost-answer", "sends a report again until its verdict arrives", Scenarios::lostAnswer));
        all.add(new Scenario("deadline", "reports nothing after complete-by", Scenarios::deadline));
        all.add(new Scenario("cancel", "tells the handler that the result is not wanted", Scenarios::cancels));
        all.add(new Scenario("checkpoint", "sends checkpoints, and passes on given ones", Scenarios::checkpoints));
        all.add(new Scenario("newer", "drops an attempt when a newer one of its step arrives", Scenarios::newer));
        all.add(new Scenario("restart", "registers again, and lists what it holds", Scenarios::restart));
        all.add(new Scenario("resend", "sends undecided reports in its new session", Scenarios::resends));
        all.add(new Scenario("garbage", "survives answers that are no documents", Scenarios::garbage));
        all.add(new Scenario("busy", "waits as long as a busy server asks", Scenarios::busy));
        all.add(new Scenario("close", "takes no more work, reports, and leaves", Scenarios::closes));
        return all;
    }

    private static void expect(boolean holds, String rule, Object found) {
        if (!holds) {
            throw new BrokenRuleException("%s: found %s".formatted(rule, found));
        }
    }

    private static JsonNode output(PlayedServer server, Work work) {
        JsonNode report = server.report(work.token(), SOON);
        expect(report.has("output"), "expected an output", report);
        return report.get("output");
    }

    private static void registers(PlayedServer server, AgentUnderTest agent) {
        Registered registered = server.await(
                "a registration",
                Duration.ofSeconds(20),
                () -> server.registrations().stream().findFirst());
        Set<String> actions = new TreeSet<>();
        registered.document().path("actions").forEach(action -> actions.add(action.asString("")));
        expect(actions.containsAll(ACTIONS), "expected at least the actions " + new TreeSet<>(ACTIONS), actions);
        expect(registered.document().path("slots").asInt(0) == SLOTS, "expected 4 slots", registered.document());
        server.await("an exchange", SOON, () -> server.exchanges().stream().findFirst());
    }

    private static void performs(PlayedServer server, AgentUnderTest agent) {
        Work work =
                Work.of(10, "conformance.echo", "{\"text\":\"ü € 𝄞 \\n\",\"list\":[1,2.5,null,true],\"empty\":{}}");
        server.offer(work);
        JsonNode output = output(server, work);
        expect(
                output.path("text").asString("").equals("ü € 𝄞 \n")
                        && output.path("list").size() == 4,
                "expected the input",
                output);
    }

    private static void key(PlayedServer server, AgentUnderTest agent) {
        Work work = Work.of(20, "conformance.key", "{}");
        server.offer(work);
        JsonNode output = output(server, work);
        expect(
                output.path("idempotencyKey").asString("").equals(work.key())
                        && output.path("attempt").asInt(0) == 1,
                "expected the key %s and the attempt 1".formatted(work.key()),
                output);
    }

    private static void unknownFields(PlayedServer server, AgentUnderTest agent) {
        server.embellish(true);
        Work work = Work.of(30, "conformance.echo", "1").with("\"tenant\":{\"a\":[]}");
        server.offer(work);
        expect(output(server, work).asInt(0) == 1, "expected the output 1", "another");
        server.embellish(false);
    }

    private static void confirms(PlayedServer server, AgentUnderTest agent) {
        Work work = Work.of(40, "conformance.wait", "{\"millis\":3000}");
        server.offer(work);
        server.await(
                "a heartbeat that lists new work",
                Duration.ofMillis(PlayedServer.CONFIRM_MILLIS + 1_000),
                () -> server.beats(work.token()).stream().findFirst());
        output(server, work);
    }

    private static void heartbeats(PlayedServer server, AgentUnderTest agent) {
        Work work = Work.of(50, "conformance.wait", "{\"millis\":4000}").heartbeat(1_500);
        long offeredAt = System.nanoTime();
        server.offer(work);
        output(server, work);
        long before = offeredAt;
        for (Received beat : server.beats(work.token())) {
            long gap = TimeUnit.NANOSECONDS.toMillis(beat.atNanos() - before);
            expect(gap <= 1_500, "expected at most 1500 ms between heartbeats", gap);
            before = beat.atNanos();
        }
        int beats = server.beats(work.token()).size();
        expect(beats >= 3, "expected a heartbeat at least every third of the time, so at least 3", beats);
    }

    private static void slots(PlayedServer server, AgentUnderTest agent) {
        List<Work> works = IntStream.range(60, 60 + SLOTS + 2)
                .mapToObj(i -> Work.of(i, "conformance.wait", "{\"millis\":500}"))
                .toList();
        server.offer(works.toArray(Work[]::new));
        for (Work work : works) {
            JsonNode output = output(server, work);
            expect(
                    output.path("running").asInt(99) <= SLOTS,
                    "expected at most 4 running handlers, the handler itself included",
                    output);
        }
    }

    private static void failures(PlayedServer server, AgentUnderTest agent) {
        Work business =
                Work.of(70, "conformance.fail", "{\"cause\":\"BUSINESS\",\"code\":\"DECLINED\",\"message\":\"no ü\"}");
        Work throttled = Work.of(
                71, "conformance.fail", "{\"cause\":\"THROTTLED\",\"code\":\"THROTTLED\",\"retryAfterMillis\":1500}");
        Work unexpected = Work.of(72, "conformance.fail", "{\"cause\":\"UNEXPECTED\"}");
        server.offer(business, throttled, unexpected);

        JsonNode declined = server.report(business.token(), SOON).path("failure");
        expect(
                declined.path("cause").asString("").equals("BUSINESS")
                        && declined.path("code").asString("").equals("DECLINED")
                        && declined.path("message").asString("").contains("no ü")
                        && !declined.path("possiblyDone").asBoolean(true),
                "expected the stated business error, not possibly done",
                declined);
        JsonNode later = server.report(throttled.token(), SOON).path("failure");
        expect(
                later.path("cause").asString("").equals("THROTTLED")
                        && later.path("retryAfterMillis").asInt(0) == 1_500,
                "expected THROTTLED with 1500 ms",
                later);
        JsonNode thrown = server.report(unexpected.token(), SOON).path("failure");
        expect(
                thrown.path("cause").asString("").equals("TRANSIENT")
                        && thrown.path("possiblyDone").asBoolean(true),
                "expected an exception of the handler to be TRANSIENT, and possibly done",
                thrown);
    }

    private static void unknown(PlayedServer server, AgentUnderTest agent) {
        Work work = Work.of(80, "conformance.nobody_has_this", "{}");
        server.offer(work);
        JsonNode failure = server.report(work.token(), SOON).path("failure");
        expect(
                failure.path("code").asString("").equals("UNKNOWN_ACTION")
                        && failure.path("cause").asString("").equals("BUSINESS")
                        && !failure.path("possiblyDone").asBoolean(true),
                "expected BUSINESS with the code UNKNOWN_ACTION, not possibly done",
                failure);
    }

    private static void duplicates(PlayedServer server, AgentUnderTest agent) {
        Work work = Work.of(90, "conformance.wait", "{\"millis\":1000}");
        server.offer(work, work);
        server.await(
                "a heartbeat", SOON, () -> server.beats(work.token()).stream().findFirst());
        server.offer(work);
        JsonNode output = output(server, work);
        expect(output.path("runs").asInt(0) == 1, "expected one run of the handler for this key", output);
    }

    private static void settled(PlayedServer server, AgentUnderTest agent) {
        Work work = Work.of(100, "conformance.wait", "{\"millis\":1}");
        server.offer(work);
        output(server, work);
        // the verdict has arrived once the agent reports other work that came after it
        Work marker = Work.of(101, "conformance.echo", "1");
        server.offer(marker);
        output(server, marker);
        int before = server.reports(work.token()).size();

        Work after = Work.of(102, "conformance.wait", "{\"millis\":700}");
        server.offer(work, after);
        output(server, after);

        int reports = server.reports(work.token()).size();
        expect(reports == before, "expected no further report of an attempt that has its verdict", reports);
    }

    private static void lostAnswer(PlayedServer server, AgentUnderTest agent) {
        Work work = Work.of(110, "conformance.wait", "{\"millis\":1}");
        server.withhold(true);
        server.offer(work);
        server.report(work.token(), SOON);
        server.withhold(false);
        server.next(new Fate.AnswerLost());
        server.accept(work.token());
        server.await(
                "the report again, since the answer with its verdict was lost",
                SOON,
                () -> server.reports(work.token()).size() > 1 ? Optional.of(true) : Optional.empty());
        JsonNode first = server.reports(work.token()).getFirst();
        expect(first.equals(server.reports(work.token()).getLast()), "expected the same report", "another");
    }

    private static void deadline(PlayedServer server, AgentUnderTest agent) {
        Work late = Work.of(120, "conformance.wait", "{\"millis\":2500}").remaining(1_200);
        Work longer = Work.of(121, "conformance.wait", "{\"millis\":4000}");
        long offeredAt = System.nanoTime();
        server.offer(late, longer);
        output(server, longer);

        expect(server.reports(late.token()).isEmpty(), "expected no report after complete-by", late.token());
        for (Received beat : server.beats(late.token())) {
            long millis = TimeUnit.NANOSECONDS.toMillis(beat.atNanos() - offeredAt);
            expect(millis <= 1_700, "expected no heartbeat after complete-by (1200 ms)", millis);
        }
    }

    private static void cancels(PlayedServer server, AgentUnderTest agent) {
        Work work = Work.of(130, "conformance.cancelled", "{}");
        server.offer(work);
        server.await(
                "a heartbeat", SOON, () -> server.beats(work.token()).stream().findFirst());
        server.cancel(work.token());
        JsonNode output = output(server, work);
        expect(output.path("cancelled").asBoolean(false), "expected the handler to learn of it", output);
    }

    private static void checkpoints(PlayedServer server, AgentUnderTest agent) {
        Work first = Work.of(140, "conformance.checkpoint", "{\"n\":3}");
        server.offer(first);
        server.await(
                "a heartbeat with the checkpoint {\"n\":3}",
                SOON,
                () -> server.beats(first.token()).stream()
                        .map(exchange -> PlayedServer.beat(exchange, first.token()))
                        .filter(beat -> beat != null
                                && beat.path("checkpoint").path("n").asInt(0) == 3)
                        .findFirst());
        server.cancel(first.token());
        output(server, first);
        Work second = first.again("conformance.checkpoint").with("\"checkpoint\":{\"n\":2}");
        server.offer(second);
        server.await(
                "a heartbeat", SOON, () -> server.beats(second.token()).stream().findFirst());
        server.cancel(second.token());
        JsonNode output = output(server, second);
        expect(output.path("resumedFrom").path("n").asInt(0) == 2, "expected the given checkpoint", output);
    }

    private static void newer(PlayedServer server, AgentUnderTest agent) {
        Work first = Work.of(150, "conformance.cancelled", "{}");
        server.offer(first);
        server.await(
                "a heartbeat", SOON, () -> server.beats(first.token()).stream().findFirst());
        Work second = first.again("conformance.echo");
        server.offer(second);
        output(server, second);
        Work marker = Work.of(151, "conformance.wait", "{\"millis\":700}");
        server.offer(marker);
        output(server, marker);
        expect(
                server.reports(first.token()).isEmpty(),
                "expected no report of an attempt that a newer one replaced",
                server.reports(first.token()));
    }

    private static void restart(PlayedServer server, AgentUnderTest agent) {
        Work work = Work.of(160, "conformance.wait", "{\"millis\":4000}");
        server.offer(work);
        server.await(
                "a heartbeat", SOON, () -> server.beats(work.token()).stream().findFirst());
        int before = server.registrations().size();
        server.restart();
        Registered again = server.await(
                "a new registration",
                SOON,
                () -> server.registrations().stream().skip(before).findFirst());
        server.await(
                "a heartbeat in the new session that lists held work",
                Duration.ofSeconds(2),
                () -> server.beats(work.token()).stream()
                        .filter(exchange -> exchange.session().equals(again.session()))
                        .findFirst());
        JsonNode output = output(server, work);
        expect(output.path("runs").asInt(0) == 1, "expected one run over the restart", output);
    }

    private static void resends(PlayedServer server, AgentUnderTest agent) {
        Work work = Work.of(170, "conformance.wait", "{\"millis\":1}");
        server.withhold(true);
        server.offer(work);
        server.report(work.token(), SOON);
        int before = server.registrations().size();
        server.restart();
        server.withhold(false);
        Registered again = server.await(
                "a new registration",
                SOON,
                () -> server.registrations().stream().skip(before).findFirst());
        server.await(
                "the undecided report in the new session",
                SOON,
                () -> server.exchanges().stream()
                        .filter(exchange -> exchange.session().equals(again.session()))
                        .flatMap(exchange -> exchange.document().path("reports").valueStream())
                        .filter(report -> report.path("token").asString("").equals(work.token()))
                        .findFirst());
    }

    private static void garbage(PlayedServer server, AgentUnderTest agent) {
        Work work = Work.of(180, "conformance.wait", "{\"millis\":200}");
        server.next(
                new Fate.Status(200, Map.of(), "<html>a proxy</html>"),
                new Fate.Status(500, Map.of(), "broken"),
                new Fate.Status(200, Map.of(), "[]"),
                new Fate.Status(302, Map.of("Location", server.address() + "/elsewhere"), ""));
        server.offer(work);
        JsonNode output = output(server, work);
        expect(output.path("runs").asInt(0) == 1, "expected one run", output);
        server.await(
                "a request after each bad answer", SOON, () -> server.hasMore() ? Optional.empty() : Optional.of(true));
    }

    private static void busy(PlayedServer server, AgentUnderTest agent) {
        long from = System.nanoTime();
        server.next(new Fate.Status(503, Map.of("Retry-After", "2"), "busy"));
        Work work = Work.of(190, "conformance.echo", "1");
        server.offer(work);
        long refusedAt = server.await("another request", Duration.ofSeconds(25), () -> {
            long at = server.refusedAt();
            return at - from > 0 ? Optional.of(at) : Optional.empty();
        });
        // another request may have been under way when the server refused this one
        long settledAt = refusedAt + TimeUnit.MILLISECONDS.toNanos(500);
        long next = server.await(
                "a request after the pause",
                SOON,
                () -> server.requestsAt().stream()
                        .filter(at -> at - settledAt > 0)
                        .findFirst());
        long pause = TimeUnit.NANOSECONDS.toMillis(next - refusedAt);
        expect(pause >= 1_900, "expected no request for the 2 seconds that the server asked for", pause + " ms");
        output(server, work);
    }

    private static void closes(PlayedServer server, AgentUnderTest agent) throws Exception {
        Work work = Work.of(200, "conformance.wait", "{\"millis\":1500}");
        server.offer(work);
        server.await(
                "a heartbeat", SOON, () -> server.beats(work.token()).stream().findFirst());
        String session = server.exchanges().getLast().session();
        agent.close();
        server.await(
                "an exchange that says draining",
                SOON,
                () -> server.exchanges().stream()
                        .filter(exchange -> exchange.document().path("draining").asBoolean(false))
                        .findFirst());
        output(server, work);
        server.await(
                "the end of the session", SOON, () -> server.hasLeft(session) ? Optional.of(true) : Optional.empty());
    }
}
