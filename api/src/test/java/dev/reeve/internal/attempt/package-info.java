/** An attempt for tests of handlers, in this module and in the ones that add to an agent. */
@NullMarked
package dev.reeve.internal.attempt;

import org.jspecify.annotations.NullMarked;
