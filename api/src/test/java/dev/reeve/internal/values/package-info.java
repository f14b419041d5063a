@NullMarked
package dev.reeve.internal.values;

import org.jspecify.annotations.NullMarked;
