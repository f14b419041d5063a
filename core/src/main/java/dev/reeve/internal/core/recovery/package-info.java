/**
 * How a failed attempt is handled: the causes and their budgets, the doubt about its outcome, the remedy.
 *
 * <p>{@link dev.reeve.internal.core.recovery.Recovery#decide} is one pure function of a policy, the attempts so far and
 * the time. The table in {@code docs/reference/recovery.md} is generated from it.
 *
 * <p>What may enter: what knows one step's failures and nothing about executions. Uses no other room of the core.
 */
@NullMarked
package dev.reeve.internal.core.recovery;

import org.jspecify.annotations.NullMarked;
