/**
 * Tests of workflows in virtual time. {@link dev.reeve.testkit.ReeveTest} gives a test an engine whose time the test
 * moves. {@link dev.reeve.testkit.FailureModes} injects every fault into the runs of a workflow.
 */
@NullMarked
package dev.reeve.testkit;

import org.jspecify.annotations.NullMarked;
