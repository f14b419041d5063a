package dev.reeve.model;

/** Reads the whole language, whatever of it can be run. */
final class Whole {

    private Whole() {}

    static Workflow parse(String yamlOrJson) {
        return WorkflowReader.parse(yamlOrJson, "the definition", Language.WHOLE);
    }
}
