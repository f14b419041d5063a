package dev.reeve.agent.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.reeve.Cause;
import dev.reeve.Json;
import dev.reeve.agent.StepFailure;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("The input of the HTTP action")
final class CallInputTest {

    @Test
    @DisplayName("Only the URL is needed")
    void urlAlone() {
        Call call = CallInput.read(Json.parse("{\"url\": \"https://api.example.org/orders\", \"body\": null}"));

        assertThat(call.method()).isEqualTo("GET");
        assertThat(call.isSafe()).isTrue();
        assertThat(call.body()).isNull();
        assertThat(call.headers()).isEmpty();
        assertThat(call.keyHeader()).isEqualTo("Idempotency-Key");
    }

    @Test
    @DisplayName("A body that is no text is JSON, with the digits of its numbers; a text is sent as it is")
    void bodies() {
        String order = "{\"price\": 1.10, \"big\": 123456789012345678901234567890, \"a\": [null]}";
        Call json = CallInput.read(
                Json.parse("{\"method\": \"post\", \"url\": \"https://a.test\", \"body\": %s}".formatted(order)));
        Call text =
                CallInput.read(Json.parse("{\"method\": \"PUT\", \"url\": \"https://a.test\", \"body\": \"a=1&b=2\"}"));

        assertThat(json.body()).isEqualTo(new Call.Body(order, "application/json"));
        assertThat(text.body()).isEqualTo(new Call.Body("a=1&b=2", "text/plain; charset=utf-8"));
    }

    @Test
    @DisplayName("Values of the query are encoded, so that data cannot change the URL")
    void query() {
        Call call = CallInput.read(Json.parse("""
                {"url": "https://a.test/find?sort=up", "query": {"q": "a&b=c#d/é x", "n": 3, "tag": ["x", true], "none": null}}
                """));

        assertThat(call.url())
                .hasToString("https://a.test/find?sort=up&q=a%26b%3Dc%23d%2F%C3%A9%20x&n=3&tag=x&tag=true");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "[] | the input: expected an object with the member url, found an array",
                "null | the input: expected an object with the member url, found null",
                "{} | url is missing",
                "{\"url\": 1} | url: expected a text, found a number",
                "{\"url\": \"https://a.test\", \"boby\": 1} | unknown member 'boby': did you mean 'body'?",
                "{\"url\": \"https://a.test\", \"xyzzy\": 1} | the members are [method, url, query, headers, body, keyHeader]",
                "{\"url\": \"https://a.test/{id}\"} | url: Illegal character in path at character 16",
                "{\"url\": \"https://a.test\", \"method\": \"BREW\"} | method: expected one of [GET,",
                "{\"url\": \"https://a.test\", \"method\": \"POST / HTTP/1.1\"} | method: expected one of [GET,",
                "{\"url\": \"https://a.test\", \"method\": \"TRACE\"} | method: expected one of",
                "{\"url\": \"https://a.test\", \"body\": {}} | body: GET sends no body",
                "{\"url\": \"https://a.test\", \"query\": \"a=b\"} | query: expected an object, found a text",
                "{\"url\": \"https://a.test\", \"query\": {\"a\": {}}} | query.a: expected a text, a number or a boolean, found an object",
                "{\"url\": \"https://a.test\", \"headers\": []} | headers: expected an object, found an array",
                "{\"url\": \"https://a.test\", \"headers\": {\"X\": []}} | headers.X: expected a text",
                "{\"url\": \"https://a.test\", \"headers\": {\"X\": \"a\\r\\nY: b\"}} | headers.X: expected printable",
                "{\"url\": \"https://a.test\", \"headers\": {\"X\": \"ü\"}} | headers.X: expected printable",
                "{\"url\": \"https://a.test\", \"headers\": {\"X Y\": \"a\"}} | 'X Y' is no name of a header",
                "{\"url\": \"https://a.test\", \"headers\": {\"X:\": \"a\"}} | 'X:' is no name of a header",
                "{\"url\": \"https://a.test\", \"headers\": {\"\": \"a\"}} | '' is no name of a header",
                "{\"url\": \"https://a.test\", \"headers\": {\"X\": 1, \"x\": 2}} | headers.x: the header is there twice",
                "{\"url\": \"https://a.test\", \"headers\": {\"Host\": \"b.test\"}} | Host belongs to the connection",
                "{\"url\": \"https://a.test\", \"headers\": {\"transfer-encoding\": \"chunked\"}} | belongs to the connection",
                "{\"url\": \"https://a.test\", \"headers\": {\"Proxy-Authorization\": \"x\"}} | belongs to the connection",
                "{\"url\": \"https://a.test\", \"headers\": {\"idempotency-key\": \"x\"}} | carries the idempotency key",
                "{\"url\": \"https://a.test\", \"keyHeader\": \"Content-Length\"} | keyHeader: Content-Length belongs",
                "{\"url\": \"https://a.test\", \"headers\": {\"X\": \"a secret://b c\"}} | headers.X: a secret stands alone",
                "{\"url\": \"https://a.test\", \"headers\": {\"X\": \"Bearer x secret://b\"}} | headers.X: a secret stands alone",
                "{\"url\": \"https://a.test\", \"headers\": {\"X\": \"secret://\"}} | headers.X: a secret stands alone",
            })
    @DisplayName("A mistake is a business error that names the member")
    void mistakes(String input, String message) {
        StepFailure failure = catchThrowableOfType(StepFailure.class, () -> CallInput.read(Json.parse(input)));

        assertThat(failure.code()).isEqualTo("HTTP_INPUT_INVALID");
        assertThat(failure.kind()).isEqualTo(Cause.BUSINESS);
        assertThat(failure.mayBeDone()).isFalse();
        assertThat(failure.message()).contains(message);
    }

    @Test
    @DisplayName("URLs and headers have limits")
    void limits() {
        String url = "https://a.test/" + "x".repeat(9_000);
        StepFailure tooLong = catchThrowableOfType(StepFailure.class, () -> CallInput.read(Calls.input("url", url)));
        assertThat(tooLong.message()).startsWith("url: expected at most 8,192 characters");

        String header = "{\"X\": \"" + "x".repeat(17_000) + "\"}";
        StepFailure tooMuch = catchThrowableOfType(
                StepFailure.class,
                () -> CallInput.read(Calls.input("url", "https://a.test", "headers", Json.parse(header))));
        assertThat(tooMuch.message()).startsWith("headers: expected at most 50 with 16,384 characters");
    }
}
