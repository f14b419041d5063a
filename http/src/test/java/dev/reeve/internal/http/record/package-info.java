@NullMarked
package dev.reeve.internal.http.record;

import org.jspecify.annotations.NullMarked;
