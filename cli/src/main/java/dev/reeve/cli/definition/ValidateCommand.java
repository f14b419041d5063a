package dev.reeve.cli.definition;

import dev.reeve.ReeveReader;
import dev.reeve.cli.connection.StoreOptions;
import dev.reeve.cli.output.Output;
import dev.reeve.internal.document.ValidationDocument;
import dev.reeve.workflow.Severity;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Checks definitions. */
@Command(
        name = "validate",
        description = {
            "Checks definitions, as deploying them would.",
            "Prints all problems, each with its place. The exit code is 1 if a definition is refused, and with --strict also after a",
            "warning. Of several files, each workflow that a step starts must be in one of them, or in the store if one is named."
        })
public final class ValidateCommand implements Callable<Integer> {

    private static final int INVALID = 1;

    @Mixin
    private final Output output = new Output();

    @Mixin
    private final StoreOptions store = new StoreOptions();

    @Option(
            names = "--strict",
            description = {
                "Warnings end with exit code 1, too, and each awaited signal",
                "that --signal does not name is a warning."
            })
    private boolean strict;

    @Option(
            names = "--signal",
            paramLabel = "NAME",
            split = ",",
            description = "A signal that a program or a person sends; repeatable, or several with commas.")
    private Set<String> signals = new LinkedHashSet<>();

    @Parameters(paramLabel = "FILE", arity = "1..*", description = "YAML, or JSON if the name ends with .json.")
    private List<Path> files = List.of();

    @Override
    public Integer call() {
        DefinitionFiles read = DefinitionFiles.read(files);
        if (store.isNamed()) {
            try (ReeveReader reader = store.reader()) {
                read.checkChildren(
                        child -> reader.isDeployed(child.workflow(), child.version()), ", nor in " + reader.describe());
            }
        } else if (files.size() > 1) {
            read.checkChildren(child -> false, "");
        } else if (read.unchecked() > 0) {
            output.say(
                    "whether the workflows that its steps start exist was not checked: name their files as well, or the store");
        }
        if (strict || !signals.isEmpty()) {
            read.checkSignals(signals);
        }
        boolean valid = !read.isRefused() && !(strict && read.isQuestionable());
        output.print(new ValidationDocument(valid, read.problems()), read.lines());
        output.say(summary(read, valid));
        return valid ? 0 : INVALID;
    }

    private String summary(DefinitionFiles read, boolean valid) {
        long warnings = read.problems().stream()
                .filter(problem -> problem.severity() == Severity.WARNING)
                .count();
        long errors = read.problems().size() - warnings;
        List<String> found = new ArrayList<>();
        if (errors > 0) {
            found.add(counted(errors, "problem"));
        }
        if (warnings > 0) {
            found.add(counted(warnings, "warning"));
        }
        String where = found.isEmpty() || files.size() == 1
                ? ""
                : " in %,d of %,d files".formatted(read.wrong(), files.size());
        String what = String.join(" and ", found) + where;
        if (!valid) {
            return what;
        }
        String accepted =
                files.size() == 1 ? "the definition is valid" : "all %,d definitions are valid".formatted(files.size());
        return found.isEmpty() ? accepted : accepted + ", with " + what;
    }

    private static String counted(long count, String word) {
        return "%,d %s%s".formatted(count, word, count == 1 ? "" : "s");
    }
}
