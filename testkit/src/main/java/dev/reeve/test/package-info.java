/**
 * Tests of workflows in virtual time. {@link dev.reeve.test.ReeveTest} gives a test an engine whose time the test
 * moves. {@link dev.reeve.test.FailureModes} injects every fault into the runs of a workflow.
 */
@NullMarked
package dev.reeve.test;

import org.jspecify.annotations.NullMarked;
