@NullMarked
package dev.reeve.simulation.run;

import org.jspecify.annotations.NullMarked;
