package dev.reeve.simulation.story;

import dev.reeve.ClusterOptions;
import dev.reeve.Json;
import dev.reeve.NodeOptions;
import dev.reeve.Start;
import dev.reeve.internal.test.node.SimNode;
import dev.reeve.internal.test.store.StoreLine;
import dev.reeve.spi.store.ClusterStore;
import dev.reeve.spi.store.Mail;
import dev.reeve.spi.store.MailRow;
import dev.reeve.spi.store.Store;
import dev.reeve.spi.store.StoreException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The agent is at a node that owns nothing. Now and then the owner of the executions crashes or is cut off from the
 * database, also between the commit of an attempt and its letter. So is the agent's node. The database loses letters
 * that it had acknowledged, as in a failover to a server that lagged behind (F22). No step waits for its complete-by.
 */
public final class LetterStory {

    private static final NodeOptions HOST = Stage.OPTIONS.withCluster(
            ClusterOptions.defaults().withTtl(Duration.ofSeconds(3)).withOwns(false));

    private static final NodeOptions OWNER = Stage.OPTIONS.withCluster(
            ClusterOptions.defaults().withTtl(Duration.ofSeconds(3)).withName("owner"));

    private static final Duration BUSY = Duration.ofMinutes(3);
    private static final Duration LENGTH = Duration.ofMinutes(12);
    private static final Duration TAKES_MAX = Duration.ofSeconds(2);
    private static final Duration LOSS_MAX = Duration.ofSeconds(3);
    private static final int EXECUTIONS_MAX = 60;
    private static final int TROUBLES_MAX = 20;

    private final Stage stage;
    private final int slots;
    private SimNode owner;
    private int ownerLine = 1;
    private boolean loses;

    /** Whether the owner crashes, or is cut off, when it is about to send an attempt. */
    private boolean isDoomed;

    private LetterStory(long seed) {
        stage = new Stage(seed, HOST, this::around);
        slots = 1 + stage.random.nextInt(4);
        owner = stage.join(OWNER);
    }

    public static List<String> run(long seed) {
        return new LetterStory(seed).tell();
    }

    private List<String> tell() {
        stage.deploy("workflow: work\nsteps: { work: { action: test.work, completeBy: 1h } }");
        Duration takes = stage.upTo(TAKES_MAX);
        stage.at(Duration.ofSeconds(1), () -> {
            var unused = new Hand(stage, "test.work", slots, takes, request -> false);
        });
        int executions = 10 + stage.random.nextInt(EXECUTIONS_MAX);
        for (int i = 0; i < executions; i++) {
            stage.at(Duration.ofSeconds(2).plus(stage.upTo(BUSY)), this::start);
        }
        int troubles = stage.random.nextInt(TROUBLES_MAX);
        for (int i = 0; i < troubles; i++) {
            stage.at(Duration.ofSeconds(2).plus(stage.upTo(BUSY)), this::trouble);
        }
        int losses = stage.random.nextInt(3);
        for (int i = 0; i < losses; i++) {
            Duration when = Duration.ofSeconds(2).plus(stage.upTo(BUSY));
            stage.at(when, () -> loses = true);
            stage.at(when.plus(stage.upTo(LOSS_MAX)), () -> loses = false);
        }
        return stage.play(LENGTH, history -> {});
    }

    /** Nobody has to hear of it: the owner may crash meanwhile. */
    private void start() {
        owner.run(() -> {
            var unused = owner.reeve().startAsync("work", Json.EMPTY_OBJECT, Start.plain());
        });
    }

    private void trouble() {
        switch (stage.random.nextInt(4)) {
            case 0 -> crash();
            case 1 -> cut(0);
            default -> isDoomed = true;
        }
    }

    private void crash() {
        owner.crash();
        stage.at(now(), () -> {
            ownerLine = stage.lines().size();
            owner = stage.join(OWNER);
        });
    }

    /** The others remove the node meanwhile. */
    private void cut(int line) {
        long until = now().plusSeconds(6).plus(stage.upTo(LOSS_MAX)).toNanos();
        stage.lines().get(line).cut(StoreLine.Cut.BOTH_WAYS, until, Duration.ofSeconds(1));
    }

    private Duration now() {
        return Duration.ofNanos(stage.timeline.nanos());
    }

    private Store around(Store real) {
        return Stage.around(
                Store.class, real, (method, arguments) -> method.equals("cluster") ? cluster(real.cluster()) : null);
    }

    private ClusterStore cluster(ClusterStore real) {
        return Stage.around(
                ClusterStore.class, real, (method, arguments) -> method.equals("mail") ? mail(real.mail()) : null);
    }

    private Mail mail(Mail real) {
        return Stage.around(Mail.class, real, (method, arguments) -> send(real, method, arguments));
    }

    private @Nullable Object send(Mail real, String method, @Nullable Object[] arguments) {
        if (!method.equals("send") || !(arguments[0] instanceof List<?> letters)) {
            return null;
        }
        if (stage.random.nextInt(20) == 0) {
            real.send(letters.stream().map(MailRow.class::cast).toList());
            throw new StoreException(StoreException.Kind.UNAVAILABLE, "the answer is lost (made up)", null);
        }
        if (isDoomed && letters.toString().contains("HandOut")) {
            isDoomed = false;
            if (stage.random.nextBoolean()) {
                crash();
            } else {
                cut(ownerLine);
            }
            throw new StoreException(StoreException.Kind.UNAVAILABLE, "the connection broke (made up)", null);
        }
        return loses ? true : null;
    }
}
