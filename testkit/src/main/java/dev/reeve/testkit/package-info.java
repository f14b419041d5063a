/**
 * Tests of workflows in virtual time: {@link dev.reeve.testkit.ReeveTest} gives a test an engine whose time the test moves,
 * {@link dev.reeve.testkit.FailureModes} tries everything that can go wrong with a workflow.
 */
@NullMarked
package dev.reeve.testkit;

import org.jspecify.annotations.NullMarked;
