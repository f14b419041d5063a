package dev.reeve.cli;

import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/** What one option takes, for a message about it: the line of the help, without the rest of the help. */
final class OptionUsage {

    private OptionUsage() {}

    /** The options and parameters that a message is about. */
    static List<ArgSpec> concerned(CommandLine.ParameterException e) {
        return switch (e) {
            case CommandLine.MissingParameterException missing -> missing.getMissing();
            default -> Stream.ofNullable(e.getArgSpec()).toList();
        };
    }

    /** The option of a command with this name, or nothing. */
    static List<ArgSpec> named(CommandLine command, String name) {
        return Stream.<ArgSpec>ofNullable(command.getCommandSpec().optionsMap().get(name))
                .toList();
    }

    static String of(ArgSpec argument) {
        String names = argument instanceof OptionSpec option
                ? option.longestName() + (option.arity().max() == 0 ? "" : "=" + argument.paramLabel())
                : argument.paramLabel();
        return "  %s  %s".formatted(names, String.join(" ", argument.description()));
    }
}
