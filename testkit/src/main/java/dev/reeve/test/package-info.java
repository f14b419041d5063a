/**
 * Tests of workflows in virtual time. {@link dev.reeve.test.ReeveTest} gives a test an engine whose time the test
 * moves. {@link dev.reeve.test.FailureModes} injects every fault into the runs of a workflow.
 *
 * <p>A public type belongs here if a test of an application names it. The parts that the simulator shares are in
 * {@code internal.test}.
 */
@NullMarked
package dev.reeve.test;

import org.jspecify.annotations.NullMarked;
