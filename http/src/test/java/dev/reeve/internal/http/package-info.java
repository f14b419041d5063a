@NullMarked
package dev.reeve.internal.http;

import org.jspecify.annotations.NullMarked;
