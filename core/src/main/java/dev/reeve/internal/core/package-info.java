/**
 * The scheduler's decisions as pure functions: no clock, no I/O, no thread, no randomness, no hash order.
 *
 * <p>This package holds what goes in and what comes out: a {@link dev.reeve.internal.core.Command}, the
 * {@link dev.reeve.internal.core.Decision} about it, and the reasons of a refusal. It uses the state and no rule.
 *
 * <p>The rooms behind it, each of which uses only the ones below it:
 *
 * <ul>
 * <li>{@code explanation}: what an execution waits for and what happens next
 * <li>{@code rules}: how a command becomes events; {@code rules.Decider} is its door
 * <li>{@code start}: what a new execution begins with
 * <li>{@code state}: a workflow's plan, an execution's state on it, and how events change the state
 * <li>{@code recovery}: how a failed attempt is handled
 * <li>{@code codec}: events as JSON; it uses no other room
 * </ul>
 *
 * <p>{@code ArchitectureTest} names every arrow between them.
 */
@NullMarked
package dev.reeve.internal.core;

import org.jspecify.annotations.NullMarked;
