package dev.reeve.engine.client;

import dev.reeve.engine.ErrorCode;
import dev.reeve.engine.ReeveException;
import dev.reeve.engine.store.StoreProvider;
import dev.reeve.engine.store.StoreReader;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Function;

/** Finds the store module that can open what the user names. */
final class Stores {

    private Stores() {}

    static <S extends StoreReader> S open(String what, String module, Function<StoreProvider, Optional<S>> opening) {
        for (StoreProvider provider : ServiceLoader.load(StoreProvider.class, Stores.class.getClassLoader())) {
            Optional<S> store = opening.apply(provider);
            if (store.isPresent()) {
                return store.get();
            }
        }
        throw new ReeveException(
                ErrorCode.STORE_UNUSABLE,
                "no store on the class path can open %s; add the dependency dev.reeve:%s".formatted(what, module));
    }
}
