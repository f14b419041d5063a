@NullMarked
package dev.reeve.internal.http.endpoint;

import org.jspecify.annotations.NullMarked;
