package dev.reeve.internal.engine.postgresql;

import dev.reeve.internal.http.endpoint.ForeignIdsContract;
import org.junit.jupiter.api.DisplayName;

@DisplayName("Ids, names and tokens of another namespace, on PostgreSQL")
final class PostgresForeignIdsTest extends ForeignIdsContract {

    PostgresForeignIdsTest() {
        super(new PostgresApiStore());
    }
}
