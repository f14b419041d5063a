@NullMarked
package dev.reeve.internal.access;

import org.jspecify.annotations.NullMarked;
