/** The one store in memory: for simulations, for the test kit, and for tests of what stands on a store. */
@NullMarked
package dev.reeve.internal.store;

import org.jspecify.annotations.NullMarked;
