package dev.reeve.cli.definition;

import dev.reeve.internal.document.ProblemDocument;
import dev.reeve.internal.engine.client.deployment.ChildReferences;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.definition.Task;
import dev.reeve.internal.model.reading.CheckedDefinition;
import dev.reeve.internal.model.reading.DefinitionLoader;
import dev.reeve.internal.values.Limits;
import dev.reeve.internal.values.Suggestions;
import dev.reeve.workflow.Problem;
import dev.reeve.workflow.Severity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Definitions in files, read together, and the problems in them. */
final class DefinitionFiles {

    private final Map<Path, Definition> workflows = new LinkedHashMap<>();
    private final List<String> invalid = new ArrayList<>();
    private final List<ProblemDocument> problems = new ArrayList<>();
    private final List<String> lines = new ArrayList<>();
    private final Set<Path> wrong = new HashSet<>();
    private final Set<Path> questionable = new HashSet<>();

    private DefinitionFiles() {}

    static DefinitionFiles read(List<Path> files) {
        DefinitionFiles read = new DefinitionFiles();
        files.forEach(read::read);
        return read;
    }

    private void read(Path file) {
        try {
            CheckedDefinition checked = DefinitionLoader.check(file);
            String text = checked.problems().isEmpty() ? "" : text(file);
            if (checked.definition() == null) {
                invalid.add(text);
            } else {
                workflows.put(file, checked.definition());
            }
            add(file, checked.problems(), text);
        } catch (UncheckedIOException e) {
            add(file, List.of(Problem.at("", String.valueOf(e.getMessage()), "")), "");
        }
    }

    /**
     * Checks that each workflow that a step starts is in one of the files, or deployed. A file with other problems
     * counts as one that may define it.
     *
     * @param where for the message, such as {@code nor in the store}
     */
    void checkChildren(Predicate<Task.Child> deployed, String where) {
        workflows.forEach((file, workflow) -> {
            List<Problem> missing = ChildReferences.missing(workflow, workflows.values(), deployed).stream()
                    .filter(reference -> invalid.stream()
                            .noneMatch(text -> naming(reference.child().workflow())
                                    .matcher(text)
                                    .find()))
                    .map(reference -> Problem.at(
                            reference.path(),
                            "there is no workflow %s in these files%s".formatted(reference.wanted(), where),
                            "Name its file as well, or correct the name"))
                    .toList();
            add(file, missing, "");
        });
    }

    /** Warns of each signal that a step awaits and that is not among these. */
    void checkSignals(Set<String> sent) {
        workflows.forEach((file, workflow) -> {
            List<Problem> unsent = new ArrayList<>();
            for (SignalReferences.Reference awaited : SignalReferences.of(workflow)) {
                if (!sent.contains(awaited.signal())) {
                    unsent.add(new Problem(
                            awaited.path(),
                            0,
                            0,
                            "nothing is known to send signal '%s'".formatted(awaited.signal()),
                            Suggestions.closest(awaited.signal(), sent)
                                    .map("Did you mean %s?"::formatted)
                                    .orElse("Name it with --signal %s if a program or a person sends it"
                                            .formatted(awaited.signal())),
                            Severity.WARNING));
                }
            }
            add(file, unsent, "");
        });
    }

    /** Finds where a definition, in YAML or JSON, declares this name, or where a step starts it. */
    private static Pattern naming(String workflow) {
        return Pattern.compile("\\bworkflow[\"']?\\s*:\\s*[\"']?" + Pattern.quote(workflow) + "(?![\\w.-])");
    }

    /** The number of steps that start a workflow in none of the files. */
    long unchecked() {
        return workflows.values().stream()
                .mapToLong(workflow -> ChildReferences.missing(workflow, workflows.values(), child -> false)
                        .size())
                .sum();
    }

    private void add(Path file, List<Problem> found, String text) {
        for (Problem problem : found) {
            (problem.isWarning() ? questionable : wrong).add(file);
            problems.add(ProblemDocument.of(file.toString(), problem));
            lines.add(problem.shownIn(file.toString(), text).stripTrailing());
        }
    }

    /**
     * The text, to quote lines of it. Empty if the file has become unreadable, or is so large that its size is the
     * problem.
     */
    private static String text(Path file) {
        try {
            return Files.isRegularFile(file) && Files.size(file) <= Limits.DEFAULT.definitionBytesMax()
                    ? Files.readString(file)
                    : "";
        } catch (IOException e) {
            return "";
        }
    }

    List<Definition> workflows() {
        return List.copyOf(workflows.values());
    }

    List<ProblemDocument> problems() {
        return List.copyOf(problems);
    }

    /** The problems as text, with the lines of the files that they are about. */
    Stream<String> lines() {
        return lines.stream();
    }

    /** The number of files with problems. */
    int wrong() {
        Set<Path> files = new HashSet<>(wrong);
        files.addAll(questionable);
        return files.size();
    }

    /** Whether a definition is refused. */
    boolean isRefused() {
        return !wrong.isEmpty();
    }

    /** Whether a definition has a warning. */
    boolean isQuestionable() {
        return !questionable.isEmpty();
    }
}
