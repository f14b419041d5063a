package dev.reeve.internal.http.endpoint;

import org.junit.jupiter.api.DisplayName;

@DisplayName("Signals with starts, over HTTP")
final class SignalWithStartApiTest extends SignalWithStartApiContract {

    SignalWithStartApiTest() {
        super(new SqliteApiStore());
    }
}
