/** Definitions of workflows, and the builder for them. */
@NullMarked
package dev.reeve.workflow;

import org.jspecify.annotations.NullMarked;
