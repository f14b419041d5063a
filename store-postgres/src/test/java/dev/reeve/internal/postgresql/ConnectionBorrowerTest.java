package dev.reeve.internal.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** F28: a connection that comes at the very moment when nobody waits for it any more. */
final class ConnectionBorrowerTest {

    private final List<String> calls = new ArrayList<>();

    private final Connection connection = (Connection) Proxy.newProxyInstance(
            Connection.class.getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                calls.add(method.getName());
                return null;
            });

    @Test
    @DisplayName("F28: a connection that arrives after the wait is given back")
    void cameTooLate() {
        ConnectionBorrower.giveBack(CompletableFuture.completedFuture(connection));

        assertThat(calls).containsExactly("close");
    }

    @Test
    @DisplayName("F28: a connection that does not arrive is left to the next caller")
    void didNotCome() {
        CompletableFuture<Connection> asked = new CompletableFuture<>();

        ConnectionBorrower.giveBack(asked);
        ConnectionBorrower.giveBack(CompletableFuture.failedFuture(new SQLException("no")));

        assertThat(asked).isCancelled();
        assertThat(calls).isEmpty();
    }
}
