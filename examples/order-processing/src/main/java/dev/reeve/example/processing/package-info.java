/**
 * Orders that a partner carries out behind a pair of queues: the example of the pattern's reference text. Begin with
 * {@code Shop}, which takes an order and starts its workflow in one transaction. {@code PartnerAgent} is the agent that
 * turns a step into a request, and the answer into the step's result.
 *
 * @see <a href="https://learn.microsoft.com/azure/architecture/patterns/scheduler-agent-supervisor">Scheduler Agent
 * Supervisor pattern</a>
 */
@NullMarked
package dev.reeve.example.processing;

import org.jspecify.annotations.NullMarked;
