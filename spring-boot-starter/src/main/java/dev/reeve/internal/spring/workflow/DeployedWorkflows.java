package dev.reeve.internal.spring.workflow;

import dev.reeve.Deployed;
import dev.reeve.Reeve;
import dev.reeve.ReeveException;
import dev.reeve.internal.model.definition.ActionReferences;
import dev.reeve.internal.model.reading.DefinitionReader;
import dev.reeve.internal.spring.StartupException;
import dev.reeve.workflow.InvalidWorkflowException;
import dev.reeve.workflow.Workflow;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;

/** The definitions of the application, which are deployed once, before anything can start them. Thread-safe. */
public final class DeployedWorkflows {

    private final Supplier<List<Workflow>> source;
    private List<Workflow> workflows = List.of();
    private List<Deployed> deployed = List.of();
    private boolean done;

    /**
     * @param source reads the definitions; called once
     */
    public DeployedWorkflows(Supplier<List<Workflow>> source) {
        this.source = source;
    }

    /**
     * Deploys the definitions unless an earlier call has done so.
     *
     * @throws StartupException if a definition is invalid, or cannot be deployed
     */
    public synchronized void deployTo(Reeve reeve) {
        if (done) {
            return;
        }
        workflows = read();
        if (!workflows.isEmpty()) {
            deployed = deploy(reeve, workflows);
        }
        done = true;
    }

    private List<Workflow> read() {
        try {
            return List.copyOf(source.get());
        } catch (InvalidWorkflowException e) {
            throw new StartupException(String.valueOf(e.getMessage()), "Correct the definition.", e);
        }
    }

    private static List<Deployed> deploy(Reeve reeve, List<Workflow> workflows) {
        try {
            return reeve.deploy(workflows);
        } catch (ReeveException e) {
            throw new StartupException(
                    "The definitions of the application cannot be deployed (%s): %s"
                            .formatted(e.code(), e.getMessage()),
                    switch (e.code()) {
                        case CONFLICT -> "Raise the version of the definition, or restore its earlier content.";
                        case WORKFLOW_UNKNOWN ->
                            "Add the definition of the workflow that is missing, or deploy it before.";
                        default -> "Start the application again when the cause is removed.";
                    },
                    e);
        }
    }

    /** The results of the deployment. */
    public synchronized List<Deployed> deployed() {
        return deployed;
    }

    /** The actions that the definitions name, each with the workflows that name it. */
    public synchronized Map<String, Set<String>> actions() {
        Map<String, Set<String>> actions = new TreeMap<>();
        for (Workflow workflow : workflows) {
            for (String action : ActionReferences.of(DefinitionReader.of(workflow))) {
                actions.computeIfAbsent(action, name -> new LinkedHashSet<>()).add(workflow.name());
            }
        }
        return actions;
    }
}
