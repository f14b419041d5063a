package dev.reeve.internal.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

final class PostgresSqlTest {

    @Test
    @DisplayName("parameters are named, may come twice, and are not mistaken for casts")
    void parametersAreNamed() {
        PostgresSql sql = PostgresSql.of("commit.outcome.changed");

        assertThat(sql.text()).contains("<> ?", "'of ' || ? ||").doesNotContain(":");
        assertThat(sql.names()).containsExactly("changed_count", "changed_count");
        assertThat(PostgresSql.of("lane.reacquire").names()).containsExactly("new_incarnation", "node", "lane", "own");
        assertThat(PostgresSql.of("lane.find").text()).contains("unnest(?::smallint[], ?::uuid[])");
    }

    @Test
    @DisplayName("blocks are combined, and a missing one is named")
    void blocksArePutTogether() {
        assertThat(PostgresSql.of(
                                "commit.fence",
                                "commit.fenced",
                                "commit.outcome",
                                "commit.outcome.journal",
                                "commit.outcome.end")
                        .text())
                .startsWith("with fence as (")
                .endsWith("from fence");
        assertThatThrownBy(() -> PostgresSql.of("nothing.such"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("nothing.such");
    }

    @Test
    @DisplayName("D20, R33: every statement on executions is bound to a namespace or a shard; every name is qualified")
    void everyStatementIsBound() {
        assertThat(PostgresSql.blocks()).hasSizeGreaterThan(30);
        for (String block : PostgresSql.blocks()) {
            String text = PostgresSql.of(block).text();
            if (text.contains("reeve.execution ")
                    || text.contains("reeve.journal ")
                    || text.contains("reeve.workflow")) {
                assertThat(text).as(block).containsAnyOf("shard", "namespace");
            }
            assertThat(text)
                    .as(block)
                    .doesNotContainPattern(
                            "(from|into|join|update|table) (?!reeve\\.|unnest|lateral|pg_|started\\)|journal_written|fence|execution_changed|execution_started|message_written|started as|skip locked|found|due|head|moved|settled|delivered|failed|gone|changed|deleted|paused|renewed|posted|unread|claimant|vacant|shard_released|message_consumed|permit_granted|asked|free|received|counted|of |in row|\\()\\w+");
        }
    }
}
