package dev.reeve.internal.provider;

import dev.reeve.ConnectOptions;
import dev.reeve.Reeve;

/** Connects to servers. Implemented by {@code reeve-client}. Thread-safe. */
public interface ClientProvider {

    Reeve connect(ConnectOptions options);
}
