/** Starts that continue the trace of the caller. */
@NullMarked
package dev.reeve.internal.spring.trace;

import org.jspecify.annotations.NullMarked;
