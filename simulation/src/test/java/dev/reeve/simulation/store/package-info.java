@NullMarked
package dev.reeve.simulation.store;

import org.jspecify.annotations.NullMarked;
