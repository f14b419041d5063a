package dev.reeve.internal.document;

import dev.reeve.Deployed;
import java.util.List;

/**
 * Deployed definitions.
 *
 * @param deployed one for each file
 */
public record DeploymentDocument(List<Item> deployed) implements Document {

    /**
     * A deployed definition.
     *
     * @param workflow the name of the workflow
     * @param version its version
     * @param created false if the same definition was deployed already
     * @param missing workflows that its steps start and that are not deployed
     */
    public record Item(String workflow, int version, boolean created, List<String> missing) implements Document {}

    public static DeploymentDocument of(List<Deployed> deployed) {
        return new DeploymentDocument(deployed.stream()
                .map(it -> new Item(it.workflow(), it.version(), it.created(), it.missing()))
                .toList());
    }

    public List<Deployed> versions() {
        return deployed.stream()
                .map(it -> new Deployed(it.workflow(), it.version(), it.created(), it.missing()))
                .toList();
    }
}
