/**
 * Workflow definitions: immutable records, the readers and the builder that create them, and their validation.
 *
 * <p>Pure data. No class reads a file unless the caller asks, reads the clock, or starts a thread.
 */
@NullMarked
package dev.reeve.internal.model;

import org.jspecify.annotations.NullMarked;
