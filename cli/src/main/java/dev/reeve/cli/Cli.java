package dev.reeve.cli;

import dev.reeve.Cause;
import dev.reeve.ErrorCode;
import dev.reeve.ReeveException;
import dev.reeve.cli.command.CauseConverter;
import dev.reeve.cli.command.CommandGroup;
import dev.reeve.cli.completion.CompletionCommand;
import dev.reeve.cli.connection.ServerOptions;
import dev.reeve.cli.definition.CheckCommand;
import dev.reeve.cli.definition.DeployCommand;
import dev.reeve.cli.definition.GraphCommand;
import dev.reeve.cli.definition.UndeployCommand;
import dev.reeve.cli.definition.ValidateCommand;
import dev.reeve.cli.look.ExplainCommand;
import dev.reeve.cli.look.ExportCommand;
import dev.reeve.cli.look.InboxCommand;
import dev.reeve.cli.look.ListCommand;
import dev.reeve.cli.look.NodesCommand;
import dev.reeve.cli.look.ShowCommand;
import dev.reeve.cli.look.TopCommand;
import dev.reeve.cli.look.VerifyCommand;
import dev.reeve.cli.look.WatchCommand;
import dev.reeve.cli.message.MessageCommands;
import dev.reeve.cli.output.Text;
import dev.reeve.cli.schedule.ScheduleCommands;
import dev.reeve.cli.server.ConfigCommand;
import dev.reeve.cli.server.DevCommand;
import dev.reeve.cli.server.KeyCommands;
import dev.reeve.cli.server.ServerCommand;
import dev.reeve.cli.service.ServiceCommands;
import dev.reeve.cli.verb.BulkCommand;
import dev.reeve.cli.verb.CancelCommand;
import dev.reeve.cli.verb.CompensateCommand;
import dev.reeve.cli.verb.MoveCommand;
import dev.reeve.cli.verb.PauseCommand;
import dev.reeve.cli.verb.ProbeCommand;
import dev.reeve.cli.verb.RerunCommand;
import dev.reeve.cli.verb.ResolveCommand;
import dev.reeve.cli.verb.ResumeCommand;
import dev.reeve.cli.verb.RetryCommand;
import dev.reeve.cli.verb.SignalCommand;
import dev.reeve.cli.verb.SkipCommand;
import dev.reeve.cli.verb.StartCommand;
import dev.reeve.internal.document.DocumentWriter;
import dev.reeve.internal.document.ErrorDocument;
import dev.reeve.internal.values.Suggestions;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * {@code ./reeve COMMAND [OPTIONS]}. Writes data to standard output and everything else to standard error. Exit code 0
 * means success. Exit code 1 means that something was not found, was refused or does not hold, or that the store cannot
 * be used. Exit code 2 means wrong arguments.
 */
@Command(
        name = "reeve",
        description = "Inspects a store of durable workflows, and carries out an operator's commands.",
        synopsisSubcommandLabel = "COMMAND",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        subcommands = {
            ListCommand.class,
            ShowCommand.class,
            ExplainCommand.class,
            WatchCommand.class,
            TopCommand.class,
            InboxCommand.class,
            NodesCommand.class,
            ExportCommand.class,
            VerifyCommand.class,
            RetryCommand.class,
            ResolveCommand.class,
            SkipCommand.class,
            ProbeCommand.class,
            StartCommand.class,
            SignalCommand.class,
            PauseCommand.class,
            ResumeCommand.class,
            CancelCommand.class,
            CompensateCommand.class,
            RerunCommand.class,
            MoveCommand.class,
            BulkCommand.class,
            ValidateCommand.class,
            GraphCommand.class,
            DeployCommand.class,
            UndeployCommand.class,
            CheckCommand.class,
            DevCommand.class,
            ServerCommand.class,
            ConfigCommand.class,
            KeyCommands.class,
            ServiceCommands.class,
            ScheduleCommands.class,
            MessageCommands.class,
            CompletionCommand.class
        })
public final class Cli extends CommandGroup {

    /** Names of commands in other programs, and former names. */
    private static final Map<String, String> OTHER_COMMANDS = Map.ofEntries(
            Map.entry("ls", "list"),
            Map.entry("get", "show"),
            Map.entry("describe", "show"),
            Map.entry("status", "show"),
            Map.entry("history", "show --history"),
            Map.entry("logs", "show --history"),
            Map.entry("why", "explain"),
            Map.entry("run", "start"),
            Map.entry("execute", "start"),
            Map.entry("signal-with-start", "start --signal"),
            Map.entry("follow", "watch"),
            Map.entry("tail", "watch"),
            Map.entry("dashboard", "top"),
            Map.entry("lint", "validate"),
            Map.entry("apply", "deploy"),
            Map.entry("kill", "cancel"),
            Map.entry("stop", "cancel"),
            Map.entry("terminate", "cancel"),
            Map.entry("undo", "compensate"),
            Map.entry("services", "service list"),
            Map.entry("schedules", "schedule list"),
            Map.entry("messages", "message list"),
            Map.entry("undeliverable", "message list"),
            Map.entry("redeliver", "message redeliver"));

    /** Other words for the options of a command that changes something. */
    private static final Map<String, String> OTHER_WORDS = Map.of(
            "--why", "--reason",
            "--because", "--reason",
            "--message", "--reason",
            "--actor", "--by",
            "--who", "--by",
            "--as", "--by");

    /** The option with which a program asks for one document, also about an error. */
    private static final String JSON = "--json";

    private static final int FAILED = 1;

    private static final int WIDTH = 110;

    public Cli() {}

    public static void main(String[] args) {
        // Without a locale, as in most containers, the JVM would print question marks.
        PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        System.exit(commandLine().setOut(out).setErr(err).execute(withoutHelp(args)));
    }

    static CommandLine commandLine() {
        CommandLine reeve = new CommandLine(new Cli());
        reeve.getSubcommands().values().forEach(Cli::dress);
        reeve.getCommandSpec().usageMessage().width(WIDTH).commandListHeading("");
        reeve.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, new CommandList());
        reeve.setCaseInsensitiveEnumValuesAllowed(true);
        reeve.registerConverter(Cause.class, new CauseConverter());
        reeve.registerConverter(int.class, Cli::wholeNumber);
        // picocli would replace @FILE by the content of the file, and show it in messages.
        reeve.setExpandAtFiles(false);
        reeve.setParameterExceptionHandler(Cli::misused);
        reeve.setExecutionExceptionHandler(Cli::failed);
        return reeve;
    }

    /** Gives a command, and those below it, what all have. */
    private static void dress(CommandLine command) {
        UsageMessageSpec usage = command.getCommandSpec()
                .mixinStandardHelpOptions(true)
                .versionProvider(new Version())
                .usageMessage();
        usage.description(inSentences(usage.description())).sortOptions(false).width(WIDTH);
        if (command.getSubcommands().isEmpty()) {
            usage.exitCodeListHeading("%nExit codes:%n").exitCodeList(exitCodes());
        } else {
            usage.synopsisSubcommandLabel("COMMAND").commandListHeading("%nCommands:%n");
        }
        command.getSubcommands().values().forEach(Cli::dress);
    }

    private static int wholeNumber(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new CommandLine.TypeConversionException(
                    "expected a whole number, found '%s'".formatted(Text.shortened(text)));
        }
    }

    /** Puts the first sentence on a separate line, because the list of commands shows only that line. */
    private static String[] inSentences(String... lines) {
        String text = String.join(" ", lines);
        int end = text.indexOf(". ");
        return end < 0 ? new String[] {text} : new String[] {text.substring(0, end + 1), text.substring(end + 2)};
    }

    /** Rewrites {@code help list} as {@code list --help}. */
    static String[] withoutHelp(String... args) {
        if (args.length == 0 || !args[0].equals("help")) {
            return args;
        }
        String[] rewritten = Arrays.copyOfRange(args, 1, args.length + 1);
        rewritten[args.length - 1] = "--help";
        return rewritten;
    }

    private static Map<String, String> exitCodes() {
        Map<String, String> codes = new LinkedHashMap<>();
        codes.put("0", "done");
        codes.put("1", "not found, refused, a failed check, or an unusable store");
        codes.put("2", "the arguments are wrong");
        return codes;
    }

    /**
     * Prints one line that says what is wrong, the usage of the options concerned, and where the rest is: users
     * overlook a message before a page of options.
     */
    private static int misused(CommandLine.ParameterException e, String[] args) {
        CommandLine command = e.getCommandLine();
        PrintWriter err = command.getErr();
        if (Arrays.asList(args).contains(JSON)) {
            command.getOut().println(DocumentWriter.write(ErrorDocument.of(ErrorCode.INVALID_INPUT, message(e))));
            command.getOut().flush();
        }
        boolean isGroup = !command.getSubcommands().isEmpty();
        List<String> unknown = command.getUnmatchedArguments();
        if (!unknown.isEmpty()) {
            // The missing argument may be the misspelt one.
            Optional<String> meant = guess(command, unknown.getFirst());
            err.println("reeve: %s%s"
                    .formatted(
                            unknown(command, unknown.getFirst()),
                            meant.map(". Did you mean '%s'?"::formatted).orElse("")));
            meant.stream()
                    .flatMap(name -> OptionUsage.named(command, name).stream())
                    .forEach(option -> err.println(OptionUsage.of(option)));
        } else {
            err.println("reeve: " + message(e));
            OptionUsage.concerned(e).forEach(option -> err.println(OptionUsage.of(option)));
            if (isGroup) {
                command.usage(err);
            }
        }
        err.println("'%s --help' lists all %s"
                .formatted(command.getCommandSpec().qualifiedName(), isGroup ? "commands" : "options"));
        err.flush();
        return command.getCommandSpec().exitCodeOnInvalidInput();
    }

    private static String message(CommandLine.ParameterException e) {
        // picocli says this for a value that is no pair
        return Text.printable(String.valueOf(e.getMessage())).replace("option option ", "option ");
    }

    /** Says what a command does not take. */
    private static String unknown(CommandLine command, String argument) {
        String kind = argument.startsWith("-")
                ? "unknown option"
                : command.getSubcommands().isEmpty() ? "unexpected argument" : "unknown command";
        return "%s '%s'".formatted(kind, Text.shortened(argument));
    }

    private static Optional<String> guess(CommandLine command, String word) {
        String name = word.startsWith("-") ? word.replaceFirst("=.*", "") : word;
        String meant = OTHER_WORDS.get(name);
        if (meant != null && command.getCommandSpec().optionsMap().containsKey(meant)) {
            return Optional.of(meant);
        }
        if (command.getParent() == null && OTHER_COMMANDS.containsKey(name)) {
            return Optional.of(OTHER_COMMANDS.get(name));
        }
        return Suggestions.closest(
                name,
                name.startsWith("-")
                        ? command.getCommandSpec().optionsMap().keySet()
                        : command.getSubcommands().keySet());
    }

    /** Advice for a caller of a server at this command line. */
    private static String hint(ReeveException error) {
        return error.code() == ErrorCode.UNAUTHENTICATED
                ? "; name the file of a key with --key-file, or put the key into " + ServerOptions.API_KEY
                : "";
    }

    private static int failed(Exception e, CommandLine command, CommandLine.ParseResult parsed) {
        PrintWriter err = command.getErr();
        ErrorDocument error;
        if (e instanceof ReeveException known) {
            error = ErrorDocument.of(known);
            err.println("reeve: " + Text.lines(String.valueOf(known.getMessage())) + hint(known));
        } else if (e instanceof IOException failed) {
            error = ErrorDocument.of(ErrorCode.REFUSED, "cannot write: " + failed.getMessage());
            err.println("reeve: cannot write: " + failed.getMessage());
        } else {
            error = ErrorDocument.of(ErrorCode.INTERNAL, e.toString());
            e.printStackTrace(err);
        }
        if (parsed.originalArgs().contains(JSON)) {
            command.getOut().println(DocumentWriter.write(error));
            command.getOut().flush();
        }
        err.flush();
        return FAILED;
    }
}
