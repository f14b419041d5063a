/**
 * The definitions of the application, deployed at its start.
 *
 * <p>Entered by the factory of the engine, the actions, the configuration in {@code dev.reeve.spring}, and the module
 * for tests.
 */
@NullMarked
package dev.reeve.internal.spring.workflow;

import org.jspecify.annotations.NullMarked;
