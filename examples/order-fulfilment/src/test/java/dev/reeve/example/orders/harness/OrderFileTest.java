package dev.reeve.example.orders.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.example.orders.Order;
import dev.reeve.example.orders.harness.OrderFile.BadLine;
import dev.reeve.example.orders.service.Catalogue;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class OrderFileTest {

    private static final String GOOD = """
            {"orderId": "order-1", "sku": "STRAINER", "quantity": 2, "card": "tok_1"}""";

    @TempDir
    private Path directory;

    private final List<BadLine> bad = new ArrayList<>();

    private List<Order> read(String text) throws IOException {
        return read(text.getBytes(StandardCharsets.UTF_8));
    }

    private List<Order> read(byte[] bytes) throws IOException {
        return OrderFile.read(new ByteArrayInputStream(bytes), "test", bad::add).orders();
    }

    @Test
    @DisplayName("the demo has 500 valid orders of known products")
    void theOrdersOfTheDemoAreGood() throws IOException {
        try (InputStream in = Objects.requireNonNull(OrderDemo.class.getResourceAsStream("orders.jsonl"))) {
            OrderFile.Contents contents = OrderFile.read(in, "orders.jsonl", bad::add);

            assertThat(contents.orders()).hasSize(500);
            assertThat(contents.orders())
                    .allMatch(order -> Catalogue.price(order.sku()).isPresent());
            assertThat(bad).isEmpty();
        }
    }

    @Test
    void anOrderIsReadAndWritten() throws IOException {
        List<Order> orders = read(GOOD);

        assertThat(orders).containsExactly(new Order("order-1", "STRAINER", 2, "tok_1"));
        assertThat(read(ParsedOrder.json(orders.getFirst()).text())).isEqualTo(orders);
    }

    @Test
    void blankLinesCarriageReturnsAndAByteOrderMarkDoNotMatter() throws IOException {
        assertThat(read("\uFEFF" + GOOD + "\r\n\r\n   \n")).hasSize(1);
        assertThat(bad).isEmpty();
    }

    @Test
    @DisplayName("bad lines are reported with number and reason, and the others are read: a hostile corpus")
    void eachBadLineIsToldAndTheOthersAreRead() throws IOException {
        String[][] corpus = {
            {"{", "not valid JSON"},
            {"null", "expected a JSON object"},
            {"[1]", "expected a JSON object"},
            {"42", "expected a JSON object"},
            {"\"order\"", "expected a JSON object"},
            {"{}", "orderId is missing"},
            {GOOD.replace("\"orderId\": \"order-1\", ", ""), "orderId is missing"},
            {GOOD.replace("\"card\"", "\"cart\""), "unknown field 'cart'"},
            {GOOD.replace("\"order-1\"", "null"), "orderId: expected"},
            {GOOD.replace("\"order-1\"", "7"), "orderId: expected"},
            {GOOD.replace("\"order-1\"", "\"\""), "orderId: expected"},
            {GOOD.replace("order-1", "order 1"), "orderId: expected"},
            {GOOD.replace("order-1", "o".repeat(65)), "orderId: expected"},
            {GOOD.replace("order-1", "../../etc/passwd"), "orderId: expected"},
            {GOOD.replace("order-1", "\\u0000"), "NUL"},
            {GOOD.replace("order-1", "\\ud800"), "surrogate"},
            {GOOD.replace("\"STRAINER\"", "[\"STRAINER\"]"), "sku: expected"},
            {GOOD.replace("2,", "0,"), "quantity: expected"},
            {GOOD.replace("2,", "-3,"), "quantity: expected"},
            {GOOD.replace("2,", "2.5,"), "quantity: expected"},
            {GOOD.replace("2,", "\"2\","), "quantity: expected"},
            {GOOD.replace("2,", "true,"), "quantity: expected"},
            {GOOD.replace("2,", "1001,"), "quantity: expected"},
            {GOOD.replace("2,", "4294967298,"), "quantity: expected"},
            {GOOD.replace("2,", "1e999,"), "number"},
            {GOOD.replace("2,", "NaN,"), "not valid JSON"},
            {GOOD.replace("2,", "2, \"quantity\": 3,"), "uplicate"},
            {GOOD + " " + GOOD, "second JSON value"},
            {"[".repeat(4_000), "limit"},
            {"x".repeat(OrderFile.LINE_BYTES_MAX + 1), "10,001 bytes"},
            {"\u0000", "not valid JSON"},
            {"\u001b[2J\u0007", "not valid JSON"},
            {GOOD, "taken by line 1"},
        };
        StringBuilder file = new StringBuilder(GOOD).append('\n');
        for (String[] line : corpus) {
            file.append(line[0]).append('\n');
        }
        file.append(GOOD.replace("order-1", "order-2"));

        List<Order> orders = read(file.toString());

        assertThat(orders).extracting(Order::orderId).containsExactly("order-1", "order-2");
        assertThat(bad).hasSize(corpus.length);
        for (int i = 0; i < corpus.length; i++) {
            assertThat(bad.get(i).line()).isEqualTo(i + 2);
            assertThat(bad.get(i).reason()).as(corpus[i][0]).contains(corpus[i][1]);
            assertThat(bad.get(i).reason().codePoints()).as("what is printed").noneMatch(Character::isISOControl);
        }
    }

    @Test
    void aLineThatIsNotUtf8IsBad() throws IOException {
        byte[] line = ("\n" + GOOD).getBytes(StandardCharsets.UTF_8);
        byte[] file = new byte[line.length + 2];
        file[0] = (byte) 0xC3;
        file[1] = (byte) 0x28;
        System.arraycopy(line, 0, file, 2, line.length);

        assertThat(read(file)).hasSize(1);
        assertThat(bad).containsExactly(new BadLine(1, "not UTF-8"));
    }

    @Test
    void aVeryLongLineIsBadLikeAnyOther() throws IOException {
        byte[] file = ("x".repeat(5_000_000) + "\n" + GOOD).getBytes(StandardCharsets.UTF_8);

        assertThat(read(file)).hasSize(1);
        assertThat(bad).containsExactly(new BadLine(1, "5,000,000 bytes, and the limit is 10,000"));
    }

    @Test
    void aFileWithoutOrdersCannotBeUsed() {
        assertThatThrownBy(() -> read("")).isInstanceOf(UnusableException.class).hasMessageContaining("an empty file");
        assertThatThrownBy(() -> read("\n \n")).hasMessageContaining("an empty file");
        assertThatThrownBy(() -> read("{}\n")).hasMessageContaining("no good one");
    }

    @Test
    void whatIsNoFileCannotBeUsed() throws IOException {
        assertThatThrownBy(() -> OrderFile.read(directory, bad::add)).hasMessageContaining("is not a file");
        assertThatThrownBy(() -> OrderFile.read(directory.resolve("none"), bad::add))
                .hasMessageContaining("there is no such file");
        Path empty = Files.createFile(directory.resolve("empty"));
        assertThatThrownBy(() -> OrderFile.read(empty, bad::add)).hasMessageContaining("an empty file");
    }
}
