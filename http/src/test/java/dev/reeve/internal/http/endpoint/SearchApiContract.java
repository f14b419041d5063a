package dev.reeve.internal.http.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Searches and parts of histories by HTTP, on every store. */
public abstract class SearchApiContract extends CardsContract {

    protected SearchApiContract(ApiStore store) {
        super(store);
    }

    private JsonNode list(String query) {
        return api.get("GET /v1/executions", "/v1/executions" + query);
    }

    @Test
    @DisplayName("a list can be filtered by the code of the failure, page by page")
    void findsByCode() {
        api.deploy(PAY);
        List<String> declined = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            String id = api.start("pay", "{\"no\": \"bad\"}");
            api.result(id);
            declined.add(0, id);
            api.result(api.start("pay", "{}"));
        }

        assertThat(list("?code=DECLINED").findValuesAsString("id")).containsExactlyElementsOf(declined);
        assertThat(list("?code=DECLINED&status=COMPLETED").findValuesAsString("id"))
                .isEmpty();
        assertThat(list("?code=DECLINE").findValuesAsString("id")).isEmpty();
        JsonNode first = list("?code=DECLINED&limit=2");
        assertThat(first.findValuesAsString("id")).containsExactlyElementsOf(declined.subList(0, 2));
        String next = URLEncoder.encode(first.get("next").asString(), StandardCharsets.UTF_8);
        assertThat(list("?code=DECLINED&limit=2&cursor=" + next).findValuesAsString("id"))
                .containsExactly(declined.get(2));
    }

    @Test
    @DisplayName("a history can be read in parts: the newest, those before, those after")
    void historyInParts() {
        api.deploy(WAITING);
        String id = api.start("waiting", "{}");
        api.json(204, "POST /v1/executions/{id}/signals/{name}", "/v1/executions/" + id + "/signals/go", "{}");
        api.result(id);
        List<Integer> all = numbers(id, "");
        int last = all.getLast();
        assertThat(last).isGreaterThan(2);

        assertThat(numbers(id, "?limit=1000")).isEqualTo(all);
        assertThat(numbers(id, "?after=" + last)).isEmpty();
        assertThat(numbers(id, "?after=1"))
                .isEqualTo(all.stream().filter(it -> it > 1).toList());
        assertThat(numbers(id, "?before=2"))
                .isEqualTo(all.stream().filter(it -> it < 2).toList());
        assertThat(numbers(id, "?limit=1")).as("a decision is never cut").containsOnly(last);
        assertThat(numbers(id, "?before=" + last + "&limit=1")).containsOnly(last - 1);
        api.json(400, "GET /v1/executions/{id}/history", "/v1/executions/" + id + "/history?limit=0", "");
    }

    private List<Integer> numbers(String id, String query) {
        List<Integer> numbers = new ArrayList<>();
        for (JsonNode entry : api.get("GET /v1/executions/{id}/history", "/v1/executions/" + id + "/history" + query)
                .get("entries")) {
            numbers.add(entry.get("seq").asInt());
        }
        return numbers;
    }
}
