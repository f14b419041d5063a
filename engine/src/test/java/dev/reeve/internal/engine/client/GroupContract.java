package dev.reeve.internal.engine.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reeve.DeployedVersion;
import dev.reeve.ErrorCode;
import dev.reeve.Event;
import dev.reeve.Execution;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionQuery;
import dev.reeve.ExecutionStatus;
import dev.reeve.ExecutionSummary;
import dev.reeve.Json;
import dev.reeve.MoveCheck;
import dev.reeve.MoveCheck.Obstacle;
import dev.reeve.Reeve;
import dev.reeve.Start;
import dev.reeve.StepDescription;
import dev.reeve.StepPath;
import dev.reeve.StepStatus;
import dev.reeve.agent.StepFailure;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.reading.DefinitionReader;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Groups of steps, on every store, across restarts. */
public abstract class GroupContract extends EngineFixture {

    private static final String ORDER = """
            workflow: order
            version: 1
            steps:
              reserve: { action: stock.reserve, compensate: stock.release }
              ship:
                after: [reserve]
                forEach: "${ input.parcels }"
                as: parcel
                concurrency: 3
                input: { parcel: "${ parcel }", from: "${ steps.reserve.output }" }
                steps:
                  pack: { action: parcel.pack, compensate: parcel.unpack }
                  send: { after: [pack], action: parcel.send, compensate: parcel.recall }
                output: { number: "${ steps.send.output }", parcel: "${ input.parcel }" }
              bill: { after: [ship], action: bill.send }
            output: "${ steps.ship.output.number }"
            """;

    private static Definition resting(int version, String name, String inner) {
        return DefinitionReader.parse("""
                workflow: report
                version: %d
                steps:
                  %s:
                    steps:
                %s
                """.formatted(version, name, inner.indent(6)));
    }

    private static final Definition ONE = resting(1, "work", """
            collect: { action: report.collect }
            rest: { after: [collect], wait: 3d }
            """);

    private static final Definition TWO = resting(2, "work", """
            collect: { action: report.collect }
            rest: { after: [collect], wait: 3d }
            look: { after: [collect], await: { signal: seen } }
            """);

    private static final Definition OTHER = resting(3, "work", """
            collect: { action: report.gather }
            rest: { after: [collect], wait: 3d }
            """);

    /** @param held what the sender of parcel 'slow' waits for */
    private void agents(CountDownLatch held) {
        reeve().agent("shop")
                .action("stock.reserve", Map.class, (input, step) -> "north")
                .action("stock.release", Map.class, (input, step) -> noted("release"))
                .action("parcel.pack", Map.class, (input, step) -> {
                    calls.add("pack " + input.get("parcel"));
                    return "packed in the " + input.get("from");
                })
                .action("parcel.unpack", Map.class, (done, step) -> noted("unpack " + parcel(done)))
                .action("parcel.send", Map.class, (input, step) -> {
                    if ("slow".equals(input.get("parcel"))) {
                        calls.add("holding");
                        held.await();
                    }
                    if ("lost".equals(input.get("parcel"))) {
                        throw StepFailure.businessError("LOST", "the parcel is lost");
                    }
                    return "number of " + input.get("parcel");
                })
                .action("parcel.recall", Map.class, (done, step) -> noted("recall " + parcel(done)))
                .action("bill.send", Map.class, (input, step) -> {
                    if (input.containsKey("broke")) {
                        throw StepFailure.businessError("BROKE", "nobody pays");
                    }
                    return "billed";
                })
                .start();
    }

    private Object noted(String call) {
        calls.add(call);
        return Map.of();
    }

    private static Object parcel(Map<?, ?> done) {
        return done.get("input") instanceof Map<?, ?> input ? String.valueOf(input.get("parcel")) : "?";
    }

    private void deploy() {
        reeve().deploy(DefinitionReader.parse(ORDER));
    }

    private Execution group(Execution parent, String step) {
        ExecutionId id = parent.describe().steps().stream()
                .filter(one -> one.step().equals(StepPath.parse(step)))
                .findFirst()
                .map(StepDescription::child)
                .orElseThrow();
        return reeve().find(id).orElseThrow();
    }

    @Test
    @DisplayName("S7: a group is done for each item, and the outputs of the groups are the output of the step")
    void items() {
        deploy();
        agents(new CountDownLatch(0));

        Execution order = reeve().start("order", Map.of("parcels", List.of("a", "b", "c")));

        assertThat(order.awaitEnd(PATIENCE).output())
                .isEqualTo(new Json("[\"number of a\",\"number of b\",\"number of c\"]"));
        Execution second = group(order, "ship[1]");
        assertThat(second.summary().workflow()).isEqualTo("order.ship");
        assertThat(second.summary().version()).isEqualTo(1);
        assertThat(second.describe().parent()).isEqualTo(order.id());
        assertThat(second.describe().steps().getFirst().output()).isEqualTo(new Json("\"packed in the north\""));
        assertThat(reeve().list(ExecutionQuery.all().workflow("order.ship"))).hasSize(3);
        assertThat(reeve().list(ExecutionQuery.all().workflow("order"))).hasSize(1);
    }

    @Test
    @DisplayName("C3: a group that failed has undone itself, and groups that are done are undone with their parent")
    void undoing() {
        deploy();
        agents(new CountDownLatch(0));

        Execution order = reeve().start("order", Map.of("parcels", List.of("a", "b"), "broke", true));

        assertThat(order.awaitEnd(PATIENCE).status()).isEqualTo(ExecutionStatus.COMPENSATED);
        assertThat(calls).contains("recall a", "unpack a", "recall b", "unpack b", "release");
        calls.clear();

        Execution lost = reeve().start("order", Map.of("parcels", List.of("lost")));

        assertThat(lost.awaitEnd(PATIENCE).status()).isEqualTo(ExecutionStatus.COMPENSATED);
        assertThat(calls).containsExactly("pack lost", "unpack lost", "release");
    }

    @Test
    @DisplayName("C4 F1: a cancel reaches the groups, over a restart")
    void cancel() {
        deploy();
        CountDownLatch held = new CountDownLatch(1);
        agents(held);
        Execution order = reeve().start("order", Map.of("parcels", List.of("a", "slow")), Start.key("o1"));
        await().atMost(PATIENCE).until(() -> calls.contains("holding"));

        order.actingAs("ann").cancel("not wanted");
        Reeve again = reopened();
        held.countDown();
        agents(held);

        Execution found = again.find("o1").orElseThrow();
        assertThat(found.awaitEnd(PATIENCE).status()).isEqualTo(ExecutionStatus.CANCELLED);
        assertThat(calls).contains("unpack a", "unpack slow", "release");
        assertThat(group(found, "ship[1]").status()).isEqualTo(ExecutionStatus.CANCELLED);
    }

    @Test
    @DisplayName("F1: groups that completed before a restart are not repeated, and the others run")
    void restart() {
        deploy();
        CountDownLatch held = new CountDownLatch(1);
        agents(held);
        List<String> parcels =
                IntStream.range(0, 12).mapToObj(i -> i == 7 ? "slow" : "p" + i).toList();
        reeve().start("order", Map.of("parcels", parcels), Start.key("parcels"));
        await().atMost(PATIENCE).until(() -> calls.contains("holding"));

        Reeve again = reopened();
        held.countDown();
        agents(held);

        assertThat(again.find("parcels").orElseThrow().awaitEnd(PATIENCE).status())
                .isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(calls.stream().filter(call -> call.startsWith("pack "))).hasSize(12);
    }

    @Test
    @DisplayName(
            "S7: a group is repeated with the output of the round before, and a group in a group has its own rounds")
    void rounds() {
        reeve().deploy(DefinitionReader.parse("""
                workflow: deal
                version: 1
                steps:
                  negotiate:
                    input: { offer: "${ $exists(previous) ? previous.offer + 100 : input.offer }" }
                    repeat: { until: "${ output.accepted }", delay: 0s, max: 9 }
                    steps:
                      offer: { action: offer.send, compensate: offer.withdraw }
                      ask:
                        after: [offer]
                        input: { offer: "${ input.offer }" }
                        repeat: { until: "${ output.answer.heard }", delay: 0s }
                        steps:
                          answer: { action: offer.answer }
                    output: { offer: "${ input.offer }", accepted: "${ steps.ask.output.answer.yes }" }
                  sign: { after: [negotiate], action: deal.sign, when: "${ input.sign }" }
                output: "${ steps.negotiate.output.offer }"
                """));
        reeve().agent("trade")
                .action("offer.send", Map.class, (input, step) -> noted("send " + input.get("offer")))
                .action("offer.withdraw", Map.class, (done, step) -> noted("withdraw"))
                .action("offer.answer", Map.class, (input, step) -> {
                    calls.add("ask " + input.get("offer"));
                    boolean heard = calls.stream()
                                    .filter(("ask " + input.get("offer"))::equals)
                                    .count()
                            > 1;
                    return Map.of("heard", heard, "yes", Integer.parseInt(String.valueOf(input.get("offer"))) >= 1200);
                })
                .action("deal.sign", Map.class, (input, step) -> {
                    throw StepFailure.businessError("NO_PEN", "nobody has a pen");
                })
                .start();

        Execution deal = reeve().start("deal", Map.of("offer", 1000, "sign", false));
        assertThat(deal.awaitEnd(PATIENCE).output()).isEqualTo(new Json("1200"));
        assertThat(calls)
                .containsExactly(
                        "send 1000",
                        "ask 1000",
                        "ask 1000",
                        "send 1100",
                        "ask 1100",
                        "ask 1100",
                        "send 1200",
                        "ask 1200",
                        "ask 1200");
        assertThat(group(group(deal, "negotiate"), "ask").summary().workflow()).isEqualTo("deal.negotiate.ask");

        Execution undone = reeve().start("deal", Map.of("offer", 1100, "sign", true));
        assertThat(undone.awaitEnd(PATIENCE).status()).isEqualTo(ExecutionStatus.COMPENSATED);
        assertThat(calls.stream().filter("withdraw"::equals)).hasSize(2);
    }

    @Test
    @DisplayName("A group without input sees the input of its workflow, and is undone when its time is up")
    void inputAndTime() {
        reeve().deploy(DefinitionReader.parse("""
                workflow: visit
                version: 1
                steps:
                  tour:
                    completeBy: 1s
                    onExhausted: { CHILD_COMPENSATED: continue }
                    steps:
                      enter: { action: visit.enter, compensate: visit.leave }
                      stay: { after: [enter], wait: "${ input.stay }" }
                """));
        reeve().agent("guide")
                .action("visit.enter", Map.class, (input, step) -> noted("enter " + input.get("stay")))
                .action("visit.leave", Map.class, (done, step) -> noted("leave"))
                .start();

        Execution visit = reeve().start("visit", Map.of("stay", "2d"));

        assertThat(visit.awaitEnd(PATIENCE).status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(calls).containsExactly("enter 2d", "leave");
        assertThat(status(visit, "tour")).isEqualTo(StepStatus.FAILED);
    }

    @Test
    @DisplayName(
            "A group is deployed and removed with its workflow, which stays while an execution of the group is kept")
    void undeploy() {
        Reeve reeve = reeve();
        reeve.deploy(DefinitionReader.parse("workflow: helper\nversion: 1\nsteps: { rest: { wait: 1s } }"));
        reeve.deploy(DefinitionReader.parse("""
                workflow: order
                version: 1
                steps:
                  ship: { steps: { help: { workflow: helper } } }
                """));
        assertThat(reeve.definitions())
                .containsExactly(new DeployedVersion("helper", 1), new DeployedVersion("order", 1));
        refused(
                ErrorCode.REFUSED,
                "steps of 1 deployed definitions start it (order version 1)",
                () -> reeve.actingAs("ann").undeploy("helper", 1, "not needed"));
        refused(ErrorCode.INVALID_INPUT, "start that workflow", () -> reeve.start("order.ship", Map.of()));
        refused(ErrorCode.WORKFLOW_UNKNOWN, "order.pay", () -> reeve.start("order.pay", Map.of()));

        Execution order = reeve.start("order", Map.of());
        await().atMost(PATIENCE).until(() -> status(order, "ship") == StepStatus.RUNNING);
        refused(
                ErrorCode.REFUSED,
                "2 open and 0 ended",
                () -> reeve.actingAs("ann").undeploy("order", 1, "not needed"));
        assertThat(order.awaitEnd(PATIENCE).status()).isEqualTo(ExecutionStatus.COMPLETED);
        refused(
                ErrorCode.REFUSED,
                "0 open and 2 ended",
                () -> reeve.actingAs("ann").undeploy("order", 1, "not needed"));

        reeve.deploy(DefinitionReader.parse("""
                workflow: order
                version: 2
                steps:
                  ship: { steps: { help: { wait: 1s } } }
                """));
        reeve.actingAs("ann").undeploy("order", 2, "not needed");
        assertThat(reeve.definitions()).doesNotContain(new DeployedVersion("order", 2));
    }

    private Execution working() {
        echo(reeve(), "report.collect");
        Execution report = reeve().start("report", Map.of(), Start.key("r").version(1));
        await().atMost(PATIENCE)
                .until(() -> status(report, "work") == StepStatus.RUNNING
                        && status(group(report, "work"), "rest") == StepStatus.WAITING);
        return report;
    }

    @Test
    @DisplayName("S9, I4: the open groups of a moved execution move with it, over restarts")
    void moving() {
        List.of(ONE, TWO, OTHER).forEach(reeve()::deploy);
        Execution report = working();

        report.actingAs("alice").recovery().moveTo(2, "people want to see it first");

        await().atMost(PATIENCE).until(() -> group(report, "work").summary().version() == 2);
        Execution found = reopened().find("r").orElseThrow();
        Execution work = group(found, "work");
        assertThat(events(work, Event.ExecutionMoved.class))
                .containsExactly(new Event.ExecutionMoved(2, "alice", "people want to see it first"));
        await().atMost(PATIENCE).until(() -> status(work, "look") == StepStatus.WAITING);
        assertThat(reeve().list(ExecutionQuery.all().workflow("report.work")))
                .extracting(ExecutionSummary::version)
                .containsExactly(2);
    }

    @Test
    @DisplayName("S9: a check names the steps of groups that are in the way, and groups that the version does not have")
    void moveCheck() {
        List.of(ONE, TWO, OTHER).forEach(reeve()::deploy);
        Execution report = working();
        ExecutionId work = group(report, "work").id();

        MoveCheck fits = reeve().check(TWO);
        assertThat(fits.executions()).isEqualTo(2);
        assertThat(fits.movable()).isEqualTo(2);

        assertThat(reeve().check(OTHER).obstacles())
                .containsExactly(new Obstacle(
                        "work.collect",
                        "has begun, and is a call of 'report.collect'; in version 3 a call of 'report.gather'",
                        1,
                        work));
        Definition without = DefinitionReader.parse("""
                workflow: report
                version: 4
                steps:
                  work: { action: report.work }
                """);
        assertThat(reeve().check(without).obstacles())
                .containsExactlyInAnyOrder(
                        new Obstacle(
                                "work",
                                "has begun, and is a group of steps; in version 4 a call of 'report.work'",
                                1,
                                report.id()),
                        new Obstacle("work", "has begun, and version 4 has no such group", 1, work));
    }

    @Test
    @DisplayName("S9: a group that cannot move ends on its version, while its parent goes on with the other one")
    void groupStaysBehind() {
        List.of(ONE, TWO, OTHER).forEach(reeve()::deploy);
        Execution report = working();

        report.actingAs("alice").recovery().moveTo(3, "better");

        assertThat(report.summary().version()).isEqualTo(3);
        Execution work = group(report, "work");
        assertThat(work.summary().version()).isEqualTo(1);
        refused(
                ErrorCode.REFUSED,
                "step 'collect' has begun",
                () -> work.actingAs("alice").recovery().moveTo(3, "why not"));
        refused(
                ErrorCode.REFUSED,
                "1 open and 0 ended executions are pinned to it",
                () -> reeve().actingAs("ann").undeploy("report", 1, "old"));
        report.actingAs("ann").cancel("enough");
        assertThat(report.awaitEnd(PATIENCE).status()).isEqualTo(ExecutionStatus.CANCELLED);
        assertThat(work.status()).isEqualTo(ExecutionStatus.CANCELLED);
    }
}
