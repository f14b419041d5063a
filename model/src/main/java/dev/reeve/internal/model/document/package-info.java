/**
 * Texts of definitions: YAML, JSON or data of Java become nodes with their places, and problems are collected with the
 * place of each. The only package that knows the YAML library.
 *
 * <p>Knows no other package of the model: it does not know what a definition is.
 */
@NullMarked
package dev.reeve.internal.model.document;

import org.jspecify.annotations.NullMarked;
