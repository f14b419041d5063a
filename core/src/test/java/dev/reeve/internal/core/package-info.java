/** Tests of the pure state machine: no clock, no thread, no mock; time is a number that the test moves. */
@NullMarked
package dev.reeve.internal.core;

import org.jspecify.annotations.NullMarked;
