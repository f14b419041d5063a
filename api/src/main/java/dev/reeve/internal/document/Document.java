package dev.reeve.internal.document;

/**
 * A JSON document, or an object in one. Each implementation is a record of this package; its components are the members
 * of the object, in their order. Members without a value are left out.
 */
public interface Document {}
