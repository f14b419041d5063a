@NullMarked
package dev.reeve.simulation.timeline;

import org.jspecify.annotations.NullMarked;
