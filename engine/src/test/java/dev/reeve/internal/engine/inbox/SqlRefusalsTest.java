package dev.reeve.internal.engine.inbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.ErrorCode;
import dev.reeve.ExecutionId;
import dev.reeve.Json;
import dev.reeve.ReeveException;
import dev.reeve.internal.core.codec.Request;
import dev.reeve.internal.engine.runtime.Ids;
import dev.reeve.internal.engine.scheduler.definition.Definitions;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Requests of SQL functions that are refused. */
final class SqlRefusalsTest {

    private final TwoNodes nodes = new TwoNodes();

    private static Request.SqlSignal signal(String options) {
        return new Request.SqlSignal("approved", Json.NULL, Json.parse(options));
    }

    @Test
    @DisplayName("I15: a signal to another namespace is refused, also if this engine has not read its definitions yet")
    void anotherNamespace() {
        ExecutionId id = nodes.started();
        Definitions unread = new Definitions(nodes.store);
        SqlRefusals refusals = new SqlRefusals(nodes.store, unread, new Ids(new Random(1)));
        assertThat(unread.namespaces()).containsExactly("default");

        assertThatThrownBy(() -> refusals.checkTarget(id, signal("{\"namespace\": \"billing\"}")))
                .isInstanceOfSatisfying(
                        ReeveException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND));
        assertThatCode(() -> refusals.checkTarget(id, signal("{\"namespace\": \"default\"}")))
                .doesNotThrowAnyException();
        assertThatCode(() -> refusals.checkTarget(id, signal("{}"))).doesNotThrowAnyException();
    }
}
