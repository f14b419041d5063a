@NullMarked
package dev.reeve.internal.console;

import org.jspecify.annotations.NullMarked;
