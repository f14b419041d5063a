/**
 * The definition language in four stories, each in a separate package: {@code media} ({@code forEach}), {@code trip}
 * (conditions, {@code switch}, joins, a point of no return), {@code job} (checkpoints) and {@code approval}
 * ({@code await}). Each has a workflow, a world that it works on, and a story in which things go wrong.
 * {@code ./reeve example NAME} plays it.
 */
@NullMarked
package dev.reeve.example;

import org.jspecify.annotations.NullMarked;
