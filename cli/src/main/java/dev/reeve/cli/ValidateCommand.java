package dev.reeve.cli;

import dev.reeve.ReeveReader;
import dev.reeve.internal.document.ValidationDocument;
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
            "Prints all problems, each with its place; the exit code is then 1. Of several files, each workflow that a step starts",
            "must be in one of them, or in the store if one is named."
        })
final class ValidateCommand implements Callable<Integer> {

    private static final int INVALID = 1;

    @Mixin
    private final Output output = new Output();

    @Mixin
    private final StoreOptions store = new StoreOptions();

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
        int problems = read.problems().size();
        output.print(new ValidationDocument(problems == 0, read.problems()), read.lines());
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
                                                : " in %,d of %,d files".formatted(read.wrong(), files.size())));
        return problems == 0 ? 0 : INVALID;
    }
}
