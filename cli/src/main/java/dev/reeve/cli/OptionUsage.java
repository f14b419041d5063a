package dev.reeve.cli;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The usage of one option, for a message about it: the line of the help, without the rest of the help. */
final class OptionUsage {

    private static final Pattern OPTION = Pattern.compile("--[a-z][a-z-]*");

    private OptionUsage() {}

    /**
     * The options and parameters that a message is about: those that picocli reports, or those that the message names.
     */
    static List<ArgSpec> concerned(CommandLine.ParameterException e) {
        if (e instanceof CommandLine.MissingParameterException missing) {
            return missing.getMissing();
        }
        if (e.getArgSpec() != null) {
            return List.of(e.getArgSpec());
        }
        return OPTION.matcher(String.valueOf(e.getMessage()))
                .results()
                .map(MatchResult::group)
                .distinct()
                .flatMap(name -> named(e.getCommandLine(), name).stream())
                .toList();
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
