package dev.reeve.internal.client;

import dev.reeve.ConnectOptions;
import dev.reeve.Reeve;
import dev.reeve.internal.provider.ClientProvider;

/** Connects by HTTP. */
public final class HttpClientProvider implements ClientProvider {

    @Override
    public Reeve connect(ConnectOptions options) {
        return RemoteReeve.connect(options);
    }
}
