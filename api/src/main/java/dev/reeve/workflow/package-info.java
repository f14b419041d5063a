/**
 * Definitions of workflows, and the builder for them.
 *
 * <p>A type belongs here if one who writes, builds or checks a definition names it. Types of executions belong in
 * {@code dev.reeve}.
 */
@NullMarked
package dev.reeve.workflow;

import org.jspecify.annotations.NullMarked;
