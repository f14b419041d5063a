package dev.reeve.cli.completion;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Writes the completion for bash. Only leading words select a command, so that an execution with the key {@code retry}
 * does not.
 */
final class BashCompletion {

    private static final String HEAD = """
            # Completes the commands and options of reeve in bash. Written by 'reeve completion bash'.
            _reeve() {
              local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command= values= i
              # bash takes --option=value for three words
              if [[ $word == = ]]; then
                word=
              elif [[ $previous == = ]]; then
                previous=${COMP_WORDS[COMP_CWORD-2]}
              fi
              for ((i = 1; i < COMP_CWORD; i++)); do
                case "$command ${COMP_WORDS[i]}" in
                  COMMANDS) command="$command ${COMP_WORDS[i]}" ;;
                  *) break ;;
                esac
              done
              case "$command $previous" in
            """;

    private static final String MIDDLE = """
                *)
                  case "$command" in
            """;

    private static final String END = """
                  esac
                  ;;
              esac
              # shellcheck disable=SC2207 # no word has a space
              COMPREPLY=($(compgen -W "$values" -- "$word"))
            }
            complete -o default -F _reeve reeve
            """;

    /** Where each list of values is asked for. */
    private final Map<String, Set<String>> values = new LinkedHashMap<>();

    private final StringBuilder names = new StringBuilder();
    private final List<String> commands = new ArrayList<>();

    private BashCompletion() {}

    static String of(CommandLine reeve) {
        BashCompletion completion = new BashCompletion();
        completion.add("", reeve);
        return HEAD.replace("COMMANDS", String.join(" | ", completion.commands))
                + completion.values()
                + MIDDLE
                + completion.names
                + END;
    }

    private void add(String path, CommandLine command) {
        Stream<String> options = command.getCommandSpec().options().stream().map(OptionSpec::longestName);
        // Words that a command takes in place of a name, such as the verbs of a bulk operation.
        Stream<String> words = command.getCommandSpec().positionalParameters().stream()
                .flatMap(parameter -> candidates(parameter).stream());
        names.append("        '%s') values='%s' ;;\n"
                .formatted(
                        path,
                        Stream.of(command.getSubcommands().keySet().stream(), words, options)
                                .flatMap(it -> it)
                                .collect(Collectors.joining(" "))));
        for (OptionSpec option : command.getCommandSpec().options()) {
            if (option.arity().max() > 0) {
                values.computeIfAbsent(String.join(" ", candidates(option)), each -> new LinkedHashSet<>())
                        .add("'%s %s'".formatted(path, option.longestName()));
            }
        }
        command.getSubcommands().forEach((name, each) -> {
            commands.add("'" + path + " " + name + "'");
            add(path + " " + name, each);
        });
    }

    /** Without values bash completes the name of a file, as for --store. */
    private String values() {
        return values.entrySet().stream()
                .map(each -> "    %s) values='%s' ;;\n".formatted(String.join(" | ", each.getValue()), each.getKey()))
                .collect(Collectors.joining());
    }

    /** The values of an enum in lower case, which the command line takes as well. */
    static List<String> candidates(ArgSpec argument) {
        return argument.completionCandidates() == null
                ? List.of()
                : StreamSupport.stream(argument.completionCandidates().spliterator(), false)
                        .map(each -> each.toLowerCase(Locale.ROOT))
                        .toList();
    }

    static boolean isFile(ArgSpec argument) {
        return argument.type() == Path.class
                || (argument.auxiliaryTypes().length > 0 && argument.auxiliaryTypes()[0] == Path.class);
    }
}
