package dev.reeve.internal.http.endpoint;

import dev.reeve.Json;
import dev.reeve.agent.StepFailure;
import dev.reeve.internal.access.Principal;
import dev.reeve.internal.access.Role;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** The API in the hands of the administrator ada, with an agent that charges cards. It declines a bad input. */
abstract class CardsContract {

    static final Principal ADMIN = Principal.everywhere("ada", Role.ADMIN);
    static final String PAY = "workflow: pay\nsteps:\n  charge: { action: card.charge, input: \"${ input }\" }\n";
    static final String WAITING =
            "workflow: waiting\nsteps:\n  go: { await: { signal: go } }\n  more: { action: card.charge, after: [go] }\n";

    private final ApiStore store;

    ApiClient api;

    CardsContract(ApiStore store) {
        this.store = store;
    }

    @BeforeEach
    void open(@TempDir Path directory) {
        api = new ApiClient(store, directory, ADMIN);
        api.agent("cards")
                .action("card.charge", Json.class, (input, step) -> {
                    if (input.text().contains("bad")) {
                        throw StepFailure.businessError("DECLINED", "no money");
                    }
                    return Map.of("receipt", 7);
                })
                .start();
    }

    @AfterEach
    void close() {
        api.close();
    }
}
