package dev.reeve.internal.model.graph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.definition.Groups;
import dev.reeve.internal.model.reading.DefinitionGenerator;
import dev.reeve.internal.model.reading.DefinitionReader;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("S1: the graph of a workflow is printed as Mermaid and DOT")
final class GraphFormatTest {

    private static final Definition WORKFLOW = DefinitionReader.parse("""
            workflow: delivery
            steps:
              route: { switch: { express: "${ input.express }", normal: otherwise } }
              end: { after: [route.express], action: courier.order, compensate: courier.cancel, when: "${ input.a = \\"<b>\\" }" }
              post: { after: [route.normal], action: post.order, forEach: "${ input.parcels }", batch: 20, pivot: true }
              wait: { after: [end, post], join: any, await: { signal: signed, timeout: 2d } }
              ship: { after: [wait], workflow: ship_parcel, version: 3 }
            finally:
              close: { action: order.close }
            """);

    @Test
    void asText() {
        assertThat(GraphFormat.TEXT.of(WORKFLOW)).isEqualTo("""
                delivery 1
                   1  route  switch, express if input.express, normal otherwise
                   2  end    courier.order, when input.a = "<b>", undone by courier.cancel  ← route.express
                      post   post.order, for each 20 of input.parcels, pivot  ← route.normal
                   3  wait   await signed 2d, join any  ← end, post
                   4  ship   workflow ship_parcel 3  ← wait
                finally
                   1  close  order.close
                """);
    }

    @Test
    void asMermaid() {
        assertThat(GraphFormat.MERMAID.of(WORKFLOW)).isEqualTo("""
                flowchart TD
                  s_route{"route<br/>switch<br/>express if input.express<br/>normal otherwise"}
                  s_end["end<br/>courier.order<br/>when input.a = #quot;#lt;b#gt;#quot;<br/>undone by courier.cancel"]
                  s_post{{"post<br/>post.order<br/>for each 20 of input.parcels<br/>pivot"}}
                  s_wait(["wait<br/>await signed 2d<br/>join any"])
                  s_ship[["ship<br/>workflow ship_parcel 3"]]
                  s_route -- express --> s_end
                  s_route -- normal --> s_post
                  s_end --> s_wait
                  s_post --> s_wait
                  s_wait --> s_ship
                  subgraph after_all [finally]
                    s_close["close<br/>order.close"]
                  end
                """);
    }

    @Test
    void asDot() {
        assertThat(GraphFormat.DOT.of(WORKFLOW)).isEqualTo("""
                digraph "delivery" {
                  node [shape=box];
                  "route" [label="route\\nswitch\\nexpress if input.express\\nnormal otherwise", shape=diamond];
                  "end" [label="end\\ncourier.order\\nwhen input.a = \\"<b>\\"\\nundone by courier.cancel"];
                  "post" [label="post\\npost.order\\nfor each 20 of input.parcels\\npivot", shape=hexagon];
                  "wait" [label="wait\\nawait signed 2d\\njoin any", style=rounded];
                  "ship" [label="ship\\nworkflow ship_parcel 3", peripheries=2];
                  "route" -> "end" [label="express"];
                  "route" -> "post" [label="normal"];
                  "end" -> "wait";
                  "post" -> "wait";
                  "wait" -> "ship";
                  subgraph cluster_finally {
                    label=finally;
                    "close" [label="close\\norder.close"];
                  }
                }
                """);
    }

    @Test
    @DisplayName("Every workflow has a graph in every format, with all its steps and edges")
    void everyWorkflow() {
        for (long seed = 0; seed < 200; seed++) {
            Definition workflow = new DefinitionGenerator(seed).workflow();
            for (GraphFormat format : GraphFormat.values()) {
                String graph = format.of(workflow);

                assertThat(graph).doesNotContain("\r");
                Groups.steps(workflow).forEach(step -> assertThat(graph).contains(step.name()));
            }
            long edges = GraphFormat.DOT
                    .of(workflow)
                    .lines()
                    .filter(line -> line.contains(" -> "))
                    .count();
            assertThat(edges)
                    .isEqualTo(Groups.steps(workflow)
                                    .mapToLong(step -> step.after().size())
                                    .sum()
                            + Groups.of(workflow)
                                    .flatMap(group -> group.steps().stream())
                                    .filter(step -> step.after().isEmpty())
                                    .count());
        }
    }
}
