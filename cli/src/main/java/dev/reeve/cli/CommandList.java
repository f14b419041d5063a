package dev.reeve.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.IHelpSectionRenderer;

/** Writes the list of commands in groups, one line for each. */
final class CommandList implements IHelpSectionRenderer {

    private static final Map<String, List<String>> GROUPS = groups();

    private static Map<String, List<String>> groups() {
        Map<String, List<String>> groups = new LinkedHashMap<>();
        groups.put(
                "Look into a store",
                List.of("list", "show", "explain", "watch", "top", "inbox", "nodes", "export", "verify"));
        groups.put("Decide about an escalated step", List.of("retry", "resolve", "skip", "probe"));
        groups.put(
                "Steer executions",
                List.of("start", "signal", "pause", "resume", "cancel", "compensate", "rerun", "move", "bulk"));
        groups.put("Definitions", List.of("validate", "graph", "deploy", "undeploy", "check"));
        groups.put("Run a server", List.of("dev", "server", "config", "key"));
        groups.put("More", List.of("service", "schedule", "message", "completion"));
        return groups;
    }

    @Override
    public String render(Help help) {
        Map<String, CommandLine> commands = help.commandSpec().subcommands();
        StringBuilder list = new StringBuilder();
        GROUPS.forEach((group, names) -> {
            list.append("%n%s:%n".formatted(group));
            for (String name : names) {
                CommandLine command = commands.get(name);
                if (command == null) {
                    throw new IllegalStateException("there is no command " + name);
                }
                list.append("  %-12s %s%n".formatted(name, summary(command)));
            }
        });
        return list.toString();
    }

    static String summary(CommandLine command) {
        return command.getCommandSpec().usageMessage().description()[0];
    }
}
