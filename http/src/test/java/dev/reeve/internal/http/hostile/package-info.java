@NullMarked
package dev.reeve.internal.http.hostile;

import org.jspecify.annotations.NullMarked;
