@NullMarked
package dev.reeve.internal.model.graph;

import org.jspecify.annotations.NullMarked;
