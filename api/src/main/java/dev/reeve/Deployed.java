package dev.reeve;

import java.util.List;

/**
 * The result of a deployment.
 *
 * @param created false if an identical definition was already deployed
 * @param missing the workflows that its steps start and that are not deployed yet; a step that reaches one fails
 */
public record Deployed(String workflow, int version, boolean created, List<String> missing) {
    public Deployed {
        missing = List.copyOf(missing);
    }

    public Deployed(String workflow, int version, boolean created) {
        this(workflow, version, created, List.of());
    }
}
