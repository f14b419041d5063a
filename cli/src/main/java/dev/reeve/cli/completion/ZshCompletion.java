package dev.reeve.cli.completion;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Writes the completion for zsh: one function for each command, with the descriptions of the help. */
final class ZshCompletion {

    private static final String HEAD = """
            #compdef reeve
            # Completes the commands and options of reeve in zsh. Written by 'reeve completion zsh'.
            # Put it as _reeve into a directory of fpath, before compinit runs.
            """;

    private static final String END = """

            if [[ $funcstack[1] == _reeve ]]; then
              _reeve "$@"
            else
              compdef _reeve reeve
            fi
            """;

    private final StringBuilder script = new StringBuilder(HEAD);

    private ZshCompletion() {}

    static String of(CommandLine reeve) {
        ZshCompletion completion = new ZshCompletion();
        completion.add("_reeve", reeve);
        return completion.script.append(END).toString();
    }

    private void add(String function, CommandLine command) {
        List<String> arguments = new ArrayList<>();
        command.getCommandSpec().options().forEach(option -> arguments.add(quoted(of(option))));
        if (command.getSubcommands().isEmpty()) {
            command.getCommandSpec().positionalParameters().forEach(each -> arguments.add(quoted(of(each))));
            script.append("""

                    %s() {
                      _arguments %s
                    }
                    """.formatted(function, lines(arguments)));
            return;
        }
        String commands = command.getSubcommands().entrySet().stream()
                .map(each -> "    " + quoted(each.getKey() + ":" + summary(each.getValue())))
                .collect(Collectors.joining("\n"));
        script.append("""

                    %s() {
                      local -a commands
                      commands=(
                    %s
                      )
                      if ((CURRENT == 2)); then
                        _describe -t commands command commands
                        _arguments %s
                        return
                      fi
                      local name=%s_$words[2]
                      shift words
                      ((CURRENT--))
                      (($+functions[$name])) && $name
                    }
                    """.formatted(function, commands, lines(arguments), function));
        command.getSubcommands().forEach((name, each) -> add(function + "_" + name, each));
    }

    private static String lines(List<String> arguments) {
        return String.join(" \\\n    ", arguments);
    }

    private static String of(OptionSpec option) {
        String description = "[" + escaped(firstSentence(option.description())) + "]";
        String name = option.longestName();
        if (option.arity().max() == 0) {
            return (option.usageHelp() || option.versionHelp() ? "(- *)" : "") + name + description;
        }
        boolean isRepeated = option.isMultiValue();
        // A password is asked for if its option has no value.
        String separator = option.arity().min() == 0 ? "::" : ":";
        return (isRepeated ? "*" : "") + name + (option.arity().min() == 0 ? "" : "=") + description + separator
                + option.paramLabel().replace(":", "\\:") + ":" + values(option);
    }

    private static String of(PositionalParamSpec parameter) {
        String place = parameter.arity().max() > 1
                ? "*"
                : String.valueOf(parameter.index().min() + 1);
        String optional = parameter.arity().min() == 0 ? "::" : ":";
        return place + optional + parameter.paramLabel() + ":" + values(parameter);
    }

    private static String values(ArgSpec argument) {
        List<String> candidates = BashCompletion.candidates(argument);
        if (!candidates.isEmpty()) {
            return "(" + String.join(" ", candidates) + ")";
        }
        return BashCompletion.isFile(argument) ? "_files" : " ";
    }

    private static String summary(CommandLine command) {
        return escaped(firstSentence(command.getCommandSpec().usageMessage().description()));
    }

    private static String firstSentence(String... text) {
        return String.join(" ", text).replaceFirst("(?s)[.;] .*|[.]$", "");
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\\\")
                .replace(":", "\\:")
                .replace("[", "\\[")
                .replace("]", "\\]");
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }
}
