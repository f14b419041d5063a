@NullMarked
package dev.reeve.internal.model.expression;

import org.jspecify.annotations.NullMarked;
