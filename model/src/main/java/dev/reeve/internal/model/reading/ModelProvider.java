package dev.reeve.internal.model.reading;

import dev.reeve.internal.provider.WorkflowProvider;
import dev.reeve.workflow.Problem;
import dev.reeve.workflow.Workflow;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads definitions for {@link Workflow}. */
public final class ModelProvider implements WorkflowProvider {

    @Override
    public Workflow load(Path file, int bytesMax) {
        return DefinitionLoader.load(file, bytesMax);
    }

    @Override
    public Workflow load(Class<?> beside, String resource) {
        return DefinitionLoader.load(beside, resource);
    }

    @Override
    public Workflow parse(String text, String source, int bytesMax) {
        return DefinitionReader.parse(text, source, bytesMax);
    }

    @Override
    public List<Problem> validate(String text, String source) {
        return DefinitionReader.check(text, source).problems();
    }

    @Override
    public Workflow read(Map<String, @Nullable Object> tree, List<Problem> problems, String source, int bytesMax) {
        return DefinitionReader.read(tree, problems, source, bytesMax);
    }
}
