/**
 * Workflow definitions: immutable records, the readers and the builder that make them, and their validation.
 *
 * <p>Pure data. Nothing here reads a file behind the caller's back, knows the time, or starts a thread.
 */
@NullMarked
package dev.reeve.model;

import org.jspecify.annotations.NullMarked;
