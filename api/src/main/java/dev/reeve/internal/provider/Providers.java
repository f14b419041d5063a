package dev.reeve.internal.provider;

import java.util.Iterator;
import java.util.ServiceLoader;

/**
 * Finds the modules that implement the public interfaces. The module of those interfaces depends on none of them, so
 * that a program that only runs agents does not carry an engine, and a client of a server carries neither.
 */
public final class Providers {

    private Providers() {}

    public static ReeveProvider reeve() {
        return Reeves.PROVIDER;
    }

    public static WorkflowProvider workflow() {
        return Workflows.PROVIDER;
    }

    public static AgentProvider agent() {
        return Agents.PROVIDER;
    }

    public static ClientProvider client() {
        return Clients.PROVIDER;
    }

    private static final class Reeves {
        private static final ReeveProvider PROVIDER = only(ReeveProvider.class, "reeve-sqlite or reeve-postgresql");
    }

    private static final class Workflows {
        private static final WorkflowProvider PROVIDER = only(WorkflowProvider.class, "reeve-model");
    }

    private static final class Agents {
        private static final AgentProvider PROVIDER = only(AgentProvider.class, "reeve-agent");
    }

    private static final class Clients {
        private static final ClientProvider PROVIDER = only(ClientProvider.class, "reeve-client");
    }

    // This class loader finds the other jars of Reeve. The thread's context class loader may not.
    private static <T> T only(Class<T> type, String artifact) {
        Iterator<T> found =
                ServiceLoader.load(type, Providers.class.getClassLoader()).iterator();
        if (!found.hasNext()) {
            throw new IllegalStateException(
                    "the class path has no implementation of this call; add the dependency dev.reeve:" + artifact);
        }
        return found.next();
    }
}
