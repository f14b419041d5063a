@NullMarked
package dev.reeve.model;

import org.jspecify.annotations.NullMarked;
