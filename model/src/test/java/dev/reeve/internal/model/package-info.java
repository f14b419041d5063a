@NullMarked
package dev.reeve.internal.model;

import org.jspecify.annotations.NullMarked;
