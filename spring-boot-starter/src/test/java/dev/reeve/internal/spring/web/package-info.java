@NullMarked
package dev.reeve.internal.spring.web;

import org.jspecify.annotations.NullMarked;
