package dev.reeve.internal.engine.scheduler.admission;

import dev.reeve.ErrorCode;
import dev.reeve.Event;
import dev.reeve.ReeveException;
import dev.reeve.SharingOptions;
import dev.reeve.internal.engine.runtime.HeldBytes;
import dev.reeve.internal.engine.scheduler.message.StartRequest;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.definition.Groups;
import dev.reeve.internal.model.definition.Step;
import dev.reeve.internal.model.definition.Task;
import dev.reeve.internal.values.Namespaces;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Tracks the use of a node's room by party: workflows, tenants, and actions that executions wait for. Each party may
 * hold a multiple of the free room. So a new party always finds room, and the number of parties need not be configured.
 * Thread-safe.
 *
 * @see <a href="https://doi.org/10.1109/90.664262">Choudhury and Hahne: Dynamic Queue Length Thresholds for
 *     Shared-Memory Packet Switches</a>
 */
public final class Shares {

    enum Kind {
        WORKFLOW,
        TENANT,
        ACTION
    }

    private record Key(Kind kind, String name) {}

    /** A party. Forgotten when it has no executions any more. */
    private static final class Party {
        private final Key key;
        private final AtomicLong bytes = new AtomicLong();
        private final AtomicLong executions = new AtomicLong();

        private Party(Key key) {
            this.key = key;
        }
    }

    private final SharingOptions options;
    private final HeldBytes held;
    private final long executionsMax;
    private final AtomicLong executions = new AtomicLong();
    private final ConcurrentHashMap<Key, Party> parties = new ConcurrentHashMap<>();

    /** @param executionsMax maximum number of executions in all lanes together */
    public Shares(SharingOptions options, HeldBytes held, long executionsMax) {
        this.options = options;
        this.held = held;
        this.executionsMax = executionsMax;
    }

    public SharingOptions options() {
        return options;
    }

    /** Changes the number of executions. */
    void count(long more) {
        executions.addAndGet(more);
    }

    /** Changes what a party holds. Every lane takes back what it has added, so that nothing is left in the end. */
    void change(Kind kind, String name, long moreExecutions, long moreBytes) {
        parties.compute(new Key(kind, name), (key, known) -> {
            Party party = known == null ? new Party(key) : known;
            party.bytes.addAndGet(moreBytes);
            return party.executions.addAndGet(moreExecutions) == 0 ? null : party;
        });
    }

    /**
     * Whether the memory in use still allows a party to exceed its share.
     *
     * @param moreBytes bytes in use that were not counted here yet
     */
    boolean mayBeFull(long moreBytes, long moreExecutions) {
        return isCrowded(held.held() + moreBytes, held.max())
                || isCrowded(executions.get() + moreExecutions, executionsMax);
    }

    /** Why this start must be refused now; null if it may proceed. */
    @Nullable ReeveException refusal(StartRequest request) {
        long usedBytes = held.held();
        long usedExecutions = executions.get();
        Definition workflow = request.plan().workflow();
        String namespace = request.started().namespace();
        Stream<Key> tenant = options.tenantLabel() == null
                ? Stream.empty()
                : Stream.of(new Key(Kind.TENANT, tenant(options, request.started())));
        Stream<Key> others = Stream.concat(
                Stream.of(new Key(Kind.WORKFLOW, Namespaces.qualified(namespace, workflow.name()))),
                actions(workflow)
                        .distinct()
                        .map(action -> new Key(Kind.ACTION, Namespaces.qualified(namespace, action))));
        return Stream.concat(tenant, others)
                .map(parties::get)
                .filter(party -> party != null && isOver(party, usedBytes, usedExecutions))
                .findFirst()
                .map(party -> overloaded(party, usedBytes, usedExecutions))
                .orElse(null);
    }

    /** Whether the memory in use still allows a single party to exceed its share. */
    private boolean isCrowded(long used, long max) {
        return (double) used * (options.factor() + 1) >= (double) max * options.factor();
    }

    private boolean isOver(Party party, long usedBytes, long usedExecutions) {
        double factor = options.factor();
        return party.bytes.get() >= factor * (held.max() - usedBytes)
                || party.executions.get() >= factor * (executionsMax - usedExecutions);
    }

    private static Stream<String> actions(Definition workflow) {
        return Groups.steps(workflow)
                .map(Step::task)
                .flatMap(task -> task instanceof Task.Action action
                        ? Stream.of(action.call(), action.compensate(), action.probe())
                        : Stream.empty())
                .flatMap(Stream::ofNullable)
                .flatMap(call -> call.names().stream());
    }

    private ReeveException overloaded(Party party, long usedBytes, long usedExecutions) {
        String who = switch (party.key.kind()) {
            case WORKFLOW -> "workflow " + party.key.name() + " has";
            case TENANT -> "tenant " + party.key.name() + " has";
            case ACTION -> "action " + party.key.name() + " is waited for by";
        };
        return ReeveException.of(
                ErrorCode.OVERLOADED,
                "%s %d executions with %d bytes, which is its share of the room while %d executions and %d bytes are free; nothing was started: try again when some have ended"
                        .formatted(
                                who,
                                party.executions.get(),
                                party.bytes.get(),
                                Math.max(0, executionsMax - usedExecutions),
                                Math.max(0, held.max() - usedBytes)));
    }

    /** The tenant of an execution. Executions without the label form one tenant together. */
    public static String tenant(SharingOptions options, Event.ExecutionStarted started) {
        return options.tenantLabel() == null
                ? ""
                : Namespaces.qualified(started.namespace(), started.labels().getOrDefault(options.tenantLabel(), ""));
    }
}
