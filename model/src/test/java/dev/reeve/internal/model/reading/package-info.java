@NullMarked
package dev.reeve.internal.model.reading;

import org.jspecify.annotations.NullMarked;
