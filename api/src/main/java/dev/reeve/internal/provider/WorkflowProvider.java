package dev.reeve.internal.provider;

import dev.reeve.workflow.Problem;
import dev.reeve.workflow.Workflow;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads and checks definitions. Implemented by {@code reeve-model}. Thread-safe. */
public interface WorkflowProvider {

    Workflow load(Path file, int bytesMax);

    Workflow load(Class<?> beside, String resource);

    Workflow parse(String text, String source, int bytesMax);

    /** All problems of a definition, with the warnings. */
    List<Problem> validate(String text, String source);

    /**
     * Reads a definition that was built in Java.
     *
     * @param tree the definition as maps, lists and values
     * @param problems that the builder found
     */
    Workflow read(Map<String, @Nullable Object> tree, List<Problem> problems, String source, int bytesMax);
}
