@NullMarked
package dev.reeve.internal.model.validation;

import org.jspecify.annotations.NullMarked;
