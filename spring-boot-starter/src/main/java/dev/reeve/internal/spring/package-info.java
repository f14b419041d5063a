/**
 * The parts of the auto-configuration. Not part of the API: it may change in any release.
 *
 * <p>Entered by the rooms of this module but {@code transaction}, by the configuration in {@code dev.reeve.spring},
 * and by the module for tests.
 */
@NullMarked
package dev.reeve.internal.spring;

import org.jspecify.annotations.NullMarked;
