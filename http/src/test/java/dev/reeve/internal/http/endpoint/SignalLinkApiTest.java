package dev.reeve.internal.http.endpoint;

import org.junit.jupiter.api.DisplayName;

@DisplayName("Links to steps that wait for a signal")
final class SignalLinkApiTest extends SignalLinkApiContract {

    SignalLinkApiTest() {
        super(new SqliteApiStore());
    }
}
