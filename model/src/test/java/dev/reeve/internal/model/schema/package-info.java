@NullMarked
package dev.reeve.internal.model.schema;

import org.jspecify.annotations.NullMarked;
