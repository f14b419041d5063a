@NullMarked
package dev.reeve.internal.engine.cluster.membership;

import org.jspecify.annotations.NullMarked;
