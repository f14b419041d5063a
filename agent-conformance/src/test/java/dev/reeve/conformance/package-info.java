@NullMarked
package dev.reeve.conformance;

import org.jspecify.annotations.NullMarked;
