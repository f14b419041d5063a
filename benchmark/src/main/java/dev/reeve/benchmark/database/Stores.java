package dev.reeve.benchmark.database;

import dev.reeve.spi.store.Store;
import dev.reeve.spi.store.StoreProvider;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Function;

/** Opens stores by the providers on the class path. */
final class Stores {

    private Stores() {}

    static Store open(Function<StoreProvider, Optional<Store>> opening, String module) {
        for (StoreProvider provider : ServiceLoader.load(StoreProvider.class)) {
            Optional<Store> store = opening.apply(provider);
            if (store.isPresent()) {
                return store.get();
            }
        }
        throw new IllegalStateException("no store on the class path; add the dependency dev.reeve:" + module);
    }
}
