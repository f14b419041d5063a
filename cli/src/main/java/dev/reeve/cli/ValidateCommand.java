package dev.reeve.cli;

import dev.reeve.model.InvalidWorkflowException;
import dev.reeve.model.Limits;
import dev.reeve.model.Problem;
import dev.reeve.model.Workflow;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Checks definitions. */
@Command(
        name = "validate",
        description = {
            "Checks definitions, as deploying them would.",
            "Prints all problems, each with its place, and ends with 1 if there are any."
        })
final class ValidateCommand implements Callable<Integer> {

    private static final int INVALID = 1;

    @Mixin
    private final Output output = new Output();

    @Parameters(paramLabel = "FILE", arity = "1..*", description = "YAML, or JSON if the name ends with .json.")
    private List<Path> files = List.of();

    /** A problem, and the file that it is in. */
    private record Finding(String file, int line, int column, String path, String message, String suggestion) {}

    @Override
    public Integer call() {
        int problems = 0;
        int wrong = 0;
        for (Path file : files) {
            int found = check(file);
            problems += found;
            wrong += found > 0 ? 1 : 0;
        }
        output.say(
                problems == 0
                        ? (files.size() == 1
                                ? "the definition is valid"
                                : "all %,d definitions are valid".formatted(files.size()))
                        : "%,d %s%s"
                                .formatted(
                                        problems,
                                        problems == 1 ? "problem" : "problems",
                                        files.size() == 1
                                                ? ""
                                                : " in %,d of %,d files".formatted(wrong, files.size())));
        return problems == 0 ? 0 : INVALID;
    }

    private int check(Path file) {
        List<Problem> problems;
        String text = "";
        try {
            Workflow.load(file);
            return 0;
        } catch (InvalidWorkflowException e) {
            problems = e.problems();
            text = text(file);
        } catch (UncheckedIOException e) {
            problems = List.of(Problem.at("", String.valueOf(e.getMessage()), ""));
        }
        for (Problem problem : problems) {
            output.print(
                    new Finding(
                            file.toString(),
                            problem.line(),
                            problem.column(),
                            problem.path(),
                            problem.message(),
                            problem.suggestion()),
                    problem.shownIn(file.toString(), text).stripTrailing());
        }
        return problems.size();
    }

    /** To show lines of it; none if it cannot be read any more, or is so large that this is what is wrong with it. */
    private static String text(Path file) {
        try {
            return Files.isRegularFile(file) && Files.size(file) <= Limits.DEFAULT.definitionBytesMax()
                    ? Files.readString(file)
                    : "";
        } catch (IOException e) {
            return "";
        }
    }
}
