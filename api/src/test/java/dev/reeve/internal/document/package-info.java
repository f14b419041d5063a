@NullMarked
package dev.reeve.internal.document;

import org.jspecify.annotations.NullMarked;
