package dev.reeve.internal.engine.postgresql;

import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.reading.DefinitionReader;

/** Workflows of several tests. */
final class TestWorkflows {

    /** The workflow of {@link OrderAgents}. */
    static final Definition ORDER = DefinitionReader.parse("""
        workflow: order
        version: 1
        steps:
          book: { action: order.book, input: "${ input }" }
          ship: { action: order.ship, after: [book] }
        output: { booked: "${ steps.book.output }" }
        """);

    /** Waits for a signal. */
    static final Definition APPROVAL = DefinitionReader.parse("""
        workflow: approval
        version: 1
        steps:
          approved: { await: approved }
        output: { limit: "${ steps.approved.output.limit }" }
        """);

    private TestWorkflows() {}
}
