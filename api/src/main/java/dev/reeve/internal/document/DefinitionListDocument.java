package dev.reeve.internal.document;

import dev.reeve.DeployedVersion;
import java.util.List;

/**
 * Deployed versions.
 *
 * @param definitions by name and version
 */
public record DefinitionListDocument(List<Definition> definitions) implements Document {

    /**
     * A deployed version.
     *
     * @param workflow the name of the workflow
     * @param version its version
     */
    public record Definition(String workflow, int version) implements Document {}

    public static DefinitionListDocument of(List<DeployedVersion> versions) {
        return new DefinitionListDocument(versions.stream()
                .map(each -> new Definition(each.workflow(), each.version()))
                .toList());
    }

    public List<DeployedVersion> versions() {
        return definitions.stream()
                .map(each -> new DeployedVersion(each.workflow(), each.version()))
                .toList();
    }
}
