@NullMarked
package dev.reeve.http;

import org.jspecify.annotations.NullMarked;
