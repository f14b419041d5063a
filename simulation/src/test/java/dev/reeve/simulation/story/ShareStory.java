package dev.reeve.simulation.story;

import dev.reeve.Json;
import dev.reeve.LaneOptions;
import dev.reeve.SharingOptions;
import dev.reeve.Start;
import java.time.Duration;
import java.util.List;

/**
 * One tenant starts more than there is room for, and its actions are slow or nobody performs them. Starts of another
 * tenant and of another workflow are taken all the same, and their steps do not wait for those that came before.
 */
public final class ShareStory {

    private static final Duration FLOOD = Duration.ofMinutes(4);
    private static final Duration LENGTH = Duration.ofMinutes(10);
    private static final Duration TAKES = Duration.ofSeconds(5);
    private static final int ROOM = 60;

    /** A turn of each tenant, the one that is under way, and some for the way there and back. */
    private static final Duration SERVED_WITHIN = TAKES.multipliedBy(4);

    private final Stage stage;

    private ShareStory(long seed) {
        LaneOptions usual = LaneOptions.defaults();
        LaneOptions small = new LaneOptions(
                usual.batchMessagesMax(),
                usual.waitingStartsMax(),
                ROOM,
                usual.pageSize(),
                usual.parkAfter(),
                usual.sweepAhead());
        stage = new Stage(
                seed,
                Stage.OPTIONS
                        .withLane(small)
                        .withSharing(SharingOptions.defaults().withTenantLabel("tenant")),
                store -> store);
    }

    public static List<String> run(long seed) {
        return new ShareStory(seed).tell();
    }

    private List<String> tell() {
        stage.deploy("workflow: order\nsteps: { call: { action: slow.service, completeBy: 1h } }");
        stage.deploy("workflow: dead\nsteps: { call: { action: nobody.does, completeBy: 1h } }");
        stage.at(Duration.ofSeconds(1), () -> new Hand(stage, "slow.service", 1, TAKES, request -> false));
        String flooded = stage.random.nextBoolean() ? "order" : "dead";
        Duration begin = stage.upTo(Duration.ofMinutes(1)).plusSeconds(2);
        // as many as there may be of one workflow, or many more
        int many = flooded.equals("order") ? ROOM / 2 : 3 * ROOM;
        for (int i = 0; i < many; i++) {
            stage.at(begin.plus(stage.upTo(Duration.ofSeconds(30))), () -> flood(flooded));
        }
        int orders = 1 + stage.random.nextInt(4);
        Duration apart = FLOOD.dividedBy(orders + 1L);
        for (int i = 0; i < orders; i++) {
            stage.at(
                    begin.plusSeconds(31).plus(apart.multipliedBy(i)).plus(stage.upTo(Duration.ofSeconds(10))),
                    this::order);
        }
        return stage.play(LENGTH);
    }

    private void flood(String workflow) {
        // most of them are refused
        var unused = stage.node
                .reeve()
                .startAsync(workflow, Json.EMPTY_OBJECT, Start.plain().label("tenant", "large"));
    }

    private void order() {
        Duration begun = Duration.ofNanos(stage.timeline.nanos());
        var unused = stage.node
                .reeve()
                .startAsync("order", Json.EMPTY_OBJECT, Start.plain().label("tenant", "small"))
                .whenComplete((execution, error) -> {
                    if (error != null) {
                        stage.breach("a tenant that has nothing else was refused: " + error);
                        return;
                    }
                    var end = stage.end(execution.id()).toCompletableFuture();
                    stage.at(begun.plus(SERVED_WITHIN), () -> {
                        if (!end.isDone()) {
                            stage.breach("a tenant that has nothing else still waits after " + SERVED_WITHIN);
                        }
                    });
                });
    }
}
