/** Checks of the whole repository: links, lengths, and the account of which tests ran. */
@org.jspecify.annotations.NullMarked
package dev.reeve.house;
