/**
 * Methods of beans as actions, and the agents that perform them.
 *
 * <p>Entered by the configuration in {@code dev.reeve.spring}, and by the module for tests.
 */
@NullMarked
package dev.reeve.internal.spring.action;

import org.jspecify.annotations.NullMarked;
