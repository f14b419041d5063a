package dev.reeve.internal.http.endpoint;

import org.junit.jupiter.api.DisplayName;

@DisplayName("Searches and parts of histories by HTTP")
final class SearchApiTest extends SearchApiContract {

    SearchApiTest() {
        super(new SqliteApiStore());
    }
}
