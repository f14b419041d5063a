/**
 * A process of a cluster: its engine, its agent, its callers, and the ledger that it writes.
 *
 * <p>Entered by {@code cluster} and by the package above.
 */
@NullMarked
package dev.reeve.benchmark.member;

import org.jspecify.annotations.NullMarked;
