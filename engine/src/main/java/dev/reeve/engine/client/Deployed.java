package dev.reeve.engine.client;

import java.util.List;

/**
 * @param created false if the very same definition had been deployed before
 * @param missing the workflows that its steps start and nobody has deployed yet; a step that comes to one fails
 */
public record Deployed(String workflow, int version, boolean created, List<String> missing) {
    public Deployed {
        missing = List.copyOf(missing);
    }

    public Deployed(String workflow, int version, boolean created) {
        this(workflow, version, created, List.of());
    }
}
