package dev.reeve.simulation.world;

import dev.reeve.BulkProgress;
import dev.reeve.BulkRequest;
import dev.reeve.ExecutionId;
import dev.reeve.ReeveException;
import dev.reeve.Verb;
import dev.reeve.internal.engine.bulk.BulkWork;
import dev.reeve.internal.engine.cluster.Node;
import dev.reeve.internal.test.node.SimNode;
import dev.reeve.simulation.check.Milestone;
import dev.reeve.spi.store.StoreException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Drives a bulk operation as the engine's own agent does: one execution after the other, on the node that owns the
 * store, or on any of the nodes that share it. After that node's death or a failure it continues from the last stored
 * progress, which may be old.
 */
final class BulkDrive {

    private static final List<Verb> VERBS = List.of(Verb.RETRY, Verb.PROBE, Verb.PAUSE, Verb.RESUME);

    private final Scene scene;
    private final RandomGenerator random;
    private final String namespace;
    private final ExecutionId id;
    private final BulkRequest.Order order;
    private BulkProgress stored = BulkProgress.NONE;
    private BulkProgress progress = BulkProgress.NONE;
    private @Nullable SimNode node;
    private @Nullable BulkWork work;
    private boolean busy;

    BulkDrive(Scene scene, RandomGenerator random) {
        this.scene = scene;
        this.random = random;
        this.namespace = scene.neighbourhood.some(random);
        this.id = new ExecutionId(new UUID(0xB01C, random.nextLong()));
        Verb verb = VERBS.get(random.nextInt(VERBS.size()));
        this.order = new BulkRequest.Order(BulkRequest.of(verb), "bulk", "all of them");
    }

    boolean isFinished() {
        return progress.finished();
    }

    void drive() {
        if (isFinished()) {
            scene.story.tell(() -> "bulk operation %s: %s".formatted(id, progress));
            return;
        }
        SimNode driver = node;
        if (driver == null || !driver.isAlive() || (!isShared() && driver != scene.node())) {
            begin();
            driver = node;
        }
        BulkWork mine = work;
        if (driver != null && mine != null && !busy && !driver.isPaused()) {
            busy = true;
            driver.run(() -> next(mine));
        }
        scene.timeline.after(Duration.ofMillis(50 + random.nextInt(1_500)), "bulk", this::drive);
    }

    private boolean isShared() {
        return scene.profile.cluster() != null;
    }

    private void begin() {
        SimNode owner = isShared() ? scene.someNode(random) : scene.node();
        node = owner;
        work = null;
        busy = false;
        if (owner == null) {
            return;
        }
        if (progress.seen() > 0) {
            scene.sometimes.saw(Milestone.BULK_WENT_ON);
        }
        progress = stored;
        Node engine = owner.node();
        work = new BulkWork(
                engine.store(),
                engine.definitions(),
                engine.lanes(),
                namespace,
                id,
                scene.database.now().plus(Duration.ofDays(1)),
                order);
        scene.story.tell(() -> "bulk operation %s (%s) on node %d from %s"
                .formatted(id, order.request().verb(), owner.number(), progress));
    }

    private void next(BulkWork mine) {
        try {
            mine.next(progress).whenComplete((after, error) -> {
                if (mine == work) {
                    told(after, error);
                }
            });
        } catch (StoreException | ReeveException e) {
            told(null, e);
        }
    }

    private void told(@Nullable BulkProgress after, @Nullable Throwable error) {
        busy = false;
        if (after == null || error != null) {
            node = null; // its attempt fails, and the next one begins at the last checkpoint
            return;
        }
        if (after.done() > progress.done()) {
            scene.sometimes.saw(Milestone.BULK_ACTED);
        }
        progress = after;
        if (random.nextInt(4) == 0) {
            stored = after;
        }
    }
}
