package dev.reeve.internal.engine.client;

import dev.reeve.internal.engine.client.deployment.Deployments;
import dev.reeve.internal.engine.client.deployment.Jobs;
import dev.reeve.internal.engine.client.execution.EngineAccess;
import dev.reeve.internal.engine.client.operation.BulkRunner;
import dev.reeve.internal.engine.client.operation.ScheduleRunner;
import dev.reeve.internal.engine.cluster.Node;

/** The parts of an engine that serve one namespace. Thread-safe. */
record Realm(EngineAccess engine, Deployments deployments, Jobs jobs, BulkRunner bulks, ScheduleRunner scheduling) {

    static Realm of(Node node, String namespace) {
        EngineAccess engine = new EngineAccess(node, namespace);
        Deployments deployments = new Deployments(node, namespace);
        ScheduleRunner scheduling = new ScheduleRunner(engine, node);
        deployments.onSchedules(scheduling::changed);
        return new Realm(
                engine,
                deployments,
                new Jobs(node, deployments, namespace),
                new BulkRunner(engine, node, deployments),
                scheduling);
    }
}
