package dev.reeve.internal.engine.client.operation;

import dev.reeve.BulkProgress;
import dev.reeve.BulkRequest;
import dev.reeve.ErrorCode;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionQuery;
import dev.reeve.ExecutionStatus;
import dev.reeve.ReeveException;
import dev.reeve.Start;
import dev.reeve.Verb;
import dev.reeve.agent.Agent;
import dev.reeve.agent.StepContext;
import dev.reeve.agent.StepFailure;
import dev.reeve.internal.engine.bulk.BulkSelection;
import dev.reeve.internal.engine.bulk.BulkWork;
import dev.reeve.internal.engine.client.boundary.Arguments;
import dev.reeve.internal.engine.client.boundary.EngineCalls;
import dev.reeve.internal.engine.client.deployment.Deployments;
import dev.reeve.internal.engine.client.execution.EngineAccess;
import dev.reeve.internal.engine.cluster.Node;
import dev.reeve.internal.model.reading.DefinitionReader;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the bulk operations of a namespace, with an agent inside the engine that starts with the first operation.
 * Thread-safe.
 */
public final class BulkRunner {

    private static final Logger LOG = LoggerFactory.getLogger(BulkRunner.class);

    /**
     * The limits are generous: an operation may take long, and it outlasts store outages and engine restarts. One that
     * keeps failing escalates to a person, as any step does.
     */
    private static final String DEFINITION = """
            workflow: reeve_bulk
            version: 1
            description: One verb on many executions.
            steps:
              run:
                action: reeve.bulk
                completeBy: 30d
                heartbeat: 1m
                retry: { maxAttempts: 1000, backoff: 1s, maxBackoff: 1m }
                onExhausted: escalate
            output: "${ steps.run.output }"
            """;

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final Duration CHECKPOINT = Duration.ofSeconds(5);

    private final EngineAccess engine;
    private final Node node;
    private final Deployments deployments;
    private @Nullable Agent agent;
    private volatile boolean closing;

    public BulkRunner(EngineAccess engine, Node node, Deployments deployments) {
        this.engine = engine;
        this.node = node;
        this.deployments = deployments;
    }

    /** The number of steps, or of executions, that an operation would change now. */
    int count(BulkRequest request, Predicate<ExecutionId> shown) {
        check(request);
        engine.check();
        return EngineCalls.reading(
                () -> new BulkSelection(engine.namespace(), node.store().now(), request)
                        .count(node.store(), node.definitions(), shown));
    }

    private static void check(BulkRequest request) {
        if (request.verb() == Verb.RERUN) {
            if (request.step() == null || request.action() != null || request.purpose() != null) {
                throw Arguments.invalid(
                        "executions are done again from a step on: name that step, and neither action nor purpose");
            }
            Arguments.path(request.step());
        }
    }

    ExecutionId begin(BulkRequest request, String actor, String reason) {
        check(request);
        engine.check();
        deployments.own(DefinitionReader.parse(DEFINITION));
        ExecutionId id = engine.start(
                engine.request(BulkWork.WORKFLOW, new BulkRequest.Order(request, actor, reason), Start.plain()));
        ensureAgent();
        return id;
    }

    /** Continues operations that another engine began. */
    public void goOn() {
        if (hasAgent()) {
            return;
        }
        try {
            ExecutionQuery open = ExecutionQuery.all()
                    .workflow(BulkWork.WORKFLOW)
                    .status(ExecutionStatus.RUNNING, ExecutionStatus.ESCALATED, ExecutionStatus.PAUSED)
                    .limit(1);
            if (!engine.reader().list(open).isEmpty()) {
                ensureAgent();
            }
        } catch (ReeveException e) {
            if (e.code() != ErrorCode.CLOSED) {
                LOG.warn("bulk operations cannot be read; the next look is soon: {}", e.getMessage());
            }
        }
    }

    private synchronized boolean hasAgent() {
        return agent != null;
    }

    /**
     * Ends the running attempts, so that closing the engine need not wait for them. The next engine continues the
     * operations.
     */
    public void close() {
        closing = true;
    }

    private synchronized void ensureAgent() {
        if (agent == null && !closing) {
            agent = Agent.named("reeve-bulk")
                    .transport(node.transport(engine.namespace()))
                    .action("reeve.bulk", BulkRequest.Order.class, this::run)
                    .start();
        }
    }

    private BulkProgress run(BulkRequest.Order order, StepContext step) throws StepFailure {
        BulkWork work = new BulkWork(
                node.store(),
                node.definitions(),
                node.lanes(),
                engine.namespace(),
                step.execution(),
                startedAt(step),
                order);
        BulkProgress progress = step.checkpoint(BulkProgress.class).orElse(BulkProgress.NONE);
        Duration pace = Duration.ofSeconds(1).dividedBy(order.request().perSecond());
        long told = node.clock().nanos();
        while (!progress.finished()) {
            if (step.cancelled()) {
                throw StepFailure.businessError("STOPPED", "stopped: " + progress);
            }
            if (closing) {
                step.heartbeat(progress);
                throw StepFailure.transientError(
                        "ENGINE_CLOSED", "the engine was closed; the operation continues with the next one");
            }
            progress = next(work, progress);
            if (node.clock().nanos() - told > CHECKPOINT.toNanos()) {
                told = node.clock().nanos();
                step.heartbeat(progress);
            }
            node.surroundings().pause(pace);
        }
        LOG.info(
                "bulk operation {}: {} by {}: {}",
                step.execution(),
                order.request().verb(),
                order.actor(),
                progress);
        return progress;
    }

    private static BulkProgress next(BulkWork work, BulkProgress progress) {
        return EngineCalls.reading(() -> EngineCalls.await(work.next(progress), PATIENCE, "for the next execution"));
    }

    private Instant startedAt(StepContext step) {
        return node.store()
                .find(step.execution())
                .map(ExecutionRow::startedAt)
                .orElseThrow(() -> new StoreException(
                        StoreException.Kind.UNAVAILABLE, "the operation itself is not in the store", null));
    }
}
