package dev.reeve.cli.service;

import dev.reeve.cli.command.ChangeAccess;
import dev.reeve.cli.output.Output;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** A command that changes an action. */
@Command(footer = ChangeAccess.FOOTER + "reeve.services().")
abstract class ServiceCommand implements Callable<Integer> {

    @Mixin
    private final ChangeAccess access = new ChangeAccess();

    @Parameters(paramLabel = "ACTION", description = "The action, as workflows name it.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String action;

    abstract void change(ServiceChanges services, String action, String reason, Output output);

    @Override
    public final Integer call() {
        try (ServiceChanges services =
                access.open(ServiceChanges::at, (by, store) -> ServiceChanges.in(by, store::services))) {
            change(services, action, access.reason(), access.output());
        }
        return 0;
    }
}
