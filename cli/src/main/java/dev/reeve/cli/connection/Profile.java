package dev.reeve.cli.connection;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A server that a person uses often.
 *
 * @param servers its addresses
 * @param keyFile the file with the API key; null for none
 * @param namespace null for that of the options
 */
record Profile(
        List<String> servers,
        @Nullable Path keyFile,
        @Nullable String namespace) {}
