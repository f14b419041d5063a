@NullMarked
package dev.reeve.internal.server;

import org.jspecify.annotations.NullMarked;
