package dev.reeve.internal.engine.client;

import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.reeve.ExecutionQuery;
import dev.reeve.KeyPolicy;
import dev.reeve.NodeOptions;
import dev.reeve.Reeve;
import dev.reeve.ReeveReader;
import dev.reeve.Start;
import dev.reeve.internal.engine.client.offline.ScheduleSwitch;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("An argument that must not be null is named")
final class NullsTest {

    @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"}) // what a caller without null analysis does
    private static <T> T nothing() {
        return null;
    }

    @Test
    void stores() {
        DataSource noSource = nothing();
        Path noFile = nothing();

        assertThatNullPointerException()
                .isThrownBy(() -> Reeve.open(noSource))
                .withMessageContaining("dataSource: expected one of PostgreSQL");
        assertThatNullPointerException()
                .isThrownBy(() -> Reeve.open(noFile, NodeOptions.defaults()))
                .withMessageContaining("file: expected the path of a store");
        assertThatNullPointerException()
                .isThrownBy(() -> ReeveReader.open(noSource))
                .withMessageContaining("dataSource");
        assertThatNullPointerException()
                .isThrownBy(() -> ScheduleSwitch.open(noFile))
                .withMessageContaining("file");
    }

    @Test
    void labels() {
        String none = nothing();
        Map<String, String> withNull = new HashMap<>();
        withNull.put(none, "x");

        assertThatNullPointerException()
                .isThrownBy(() -> Start.plain().label("shop", none))
                .withMessage("labels: the value of 'shop' is null");
        assertThatNullPointerException()
                .isThrownBy(
                        () -> new Start(null, KeyPolicy.RETURN, null, 0, null, withNull, null, null, null, null, null))
                .withMessage("labels: the name of a label is null");
        assertThatNullPointerException()
                .isThrownBy(() -> ExecutionQuery.all().label(none, "x"))
                .withMessage("labels: the name of a label is null");
    }
}
