package dev.reeve.example.orders.harness;

import dev.reeve.cli.Cli;

/** {@code reeve server}, as a process that ends with its parent. */
final class ServerProcess {

    private ServerProcess() {}

    /** @param args those of {@code reeve} */
    public static void main(String[] args) {
        ParentProcess.endWithIt();
        Cli.main(args);
    }
}
