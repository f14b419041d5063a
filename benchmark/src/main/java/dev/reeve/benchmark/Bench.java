package dev.reeve.benchmark;

import dev.reeve.ReeveException;
import dev.reeve.benchmark.cluster.ClusterCommand;
import dev.reeve.benchmark.cluster.UpgradeCommand;
import dev.reeve.benchmark.database.UnusableDatabaseException;
import dev.reeve.benchmark.process.CheckFailedException;
import dev.reeve.benchmark.restart.CrashCommand;
import dev.reeve.benchmark.restart.StartCommand;
import dev.reeve.benchmark.restart.TakeOverCommand;
import dev.reeve.benchmark.server.KillsCommand;
import dev.reeve.benchmark.server.ReconnectCommand;
import dev.reeve.benchmark.server.ServerCommand;
import dev.reeve.benchmark.size.AuditCommand;
import dev.reeve.benchmark.size.DefinitionsCommand;
import dev.reeve.benchmark.size.DrawingCommand;
import dev.reeve.benchmark.size.IdleCommand;
import dev.reeve.benchmark.size.RetentionCommand;
import dev.reeve.benchmark.size.ScaleCommand;
import dev.reeve.benchmark.size.SleepersCommand;
import dev.reeve.benchmark.soak.SoakCommand;
import dev.reeve.benchmark.throughput.ChainCommand;
import dev.reeve.benchmark.throughput.GraphCommand;
import dev.reeve.benchmark.throughput.LatencyCommand;
import dev.reeve.benchmark.throughput.LimitCommand;
import dev.reeve.spi.store.StoreException;
import java.io.IOException;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * {@code ./reeve bench WORKLOAD [OPTIONS]}. Writes figures to standard output and everything else to standard error.
 * Exit code 0 means success. Exit code 1 means that a check failed or the database cannot be used. Exit code 2 means
 * wrong arguments.
 */
@Command(
        name = "reeve bench",
        description = "Measures this machine, and checks every result while it does.",
        synopsisSubcommandLabel = "WORKLOAD",
        mixinStandardHelpOptions = true,
        subcommands = {
            LatencyCommand.class,
            SleepersCommand.class,
            GraphCommand.class,
            LimitCommand.class,
            IdleCommand.class,
            StartCommand.class,
            AuditCommand.class,
            CrashCommand.class,
            ServerCommand.class,
            ReconnectCommand.class,
            KillsCommand.class,
            ClusterCommand.class,
            UpgradeCommand.class,
            RetentionCommand.class,
            ScaleCommand.class,
            TakeOverCommand.class,
            DefinitionsCommand.class,
            DrawingCommand.class,
            SoakCommand.class
        })
public final class Bench implements Runnable {

    private static final int FAILED = 1;

    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandLine.Model.CommandSpec spec;

    Bench() {}

    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        CommandLine bench = new CommandLine(new Bench()).setExpandAtFiles(false);
        bench.addSubcommand("chain1", new ChainCommand(1));
        bench.addSubcommand("chain3", new ChainCommand(3));
        bench.getSubcommands()
                .values()
                .forEach(workload -> workload.getCommandSpec().mixinStandardHelpOptions(true));
        bench.setCaseInsensitiveEnumValuesAllowed(true);
        bench.setExecutionExceptionHandler(Bench::failed);
        return bench;
    }

    @Override
    public void run() {
        throw new CommandLine.ParameterException(spec.commandLine(), "name a workload");
    }

    /** Reports the failure of a command. */
    static int failed(Exception e, CommandLine command, CommandLine.ParseResult parsed) {
        PrintWriter err = command.getErr();
        switch (e) {
            case CheckFailedException failed -> {
                err.println("FAILED: " + failed.getMessage());
                Throwable cause = failed.getCause();
                if (cause != null) {
                    cause.printStackTrace(err);
                }
            }
            case ReeveException known -> err.println(known.getMessage());
            case StoreException known -> err.println(known.getMessage());
            case UnusableDatabaseException known -> err.println(known.getMessage());
            case IOException known -> err.println(known.getMessage());
            default -> e.printStackTrace(err);
        }
        err.flush();
        return FAILED;
    }
}
