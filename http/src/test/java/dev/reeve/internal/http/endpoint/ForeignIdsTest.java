package dev.reeve.internal.http.endpoint;

import org.junit.jupiter.api.DisplayName;

@DisplayName("Ids, names and tokens of another namespace")
final class ForeignIdsTest extends ForeignIdsContract {

    ForeignIdsTest() {
        super(new SqliteApiStore());
    }
}
