@NullMarked
package dev.reeve.internal.sensitive;

import org.jspecify.annotations.NullMarked;
