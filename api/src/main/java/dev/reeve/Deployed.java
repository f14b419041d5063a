package dev.reeve;

import java.util.List;

/**
 * The result of a deployment.
 *
 * @param workflow the name of the workflow
 * @param version the deployed version
 * @param created false if an identical definition was already deployed
 * @param missing the workflows that its steps start and that are not deployed yet; a step that reaches one fails
 */
public record Deployed(String workflow, int version, boolean created, List<String> missing) {
    public Deployed {
        missing = List.copyOf(missing);
    }

    /** A deployment that lacks no other workflow. */
    public Deployed(String workflow, int version, boolean created) {
        this(workflow, version, created, List.of());
    }
}
