/** What an engine does, as meters of Micrometer. */
@NullMarked
package dev.reeve.micrometer;

import org.jspecify.annotations.NullMarked;
