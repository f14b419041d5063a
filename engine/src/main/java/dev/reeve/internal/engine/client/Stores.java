package dev.reeve.internal.engine.client;

import dev.reeve.ErrorCode;
import dev.reeve.ReeveException;
import dev.reeve.spi.store.StoreProvider;
import dev.reeve.spi.store.StoreReader;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Function;
import javax.sql.DataSource;

/** Finds the store module that can open the given database. */
final class Stores {

    private Stores() {}

    /** Names the database, for messages. Also rejects null, so each caller evaluates it first. */
    static String given(Path file) {
        return Objects.requireNonNull(file, "file: expected the path of a store, found null")
                .toString();
    }

    static String given(DataSource dataSource) {
        Objects.requireNonNull(dataSource, "dataSource: expected one of PostgreSQL, found null");
        return "this data source";
    }

    static <S extends StoreReader> S open(String what, String module, Function<StoreProvider, Optional<S>> opening) {
        for (StoreProvider provider : ServiceLoader.load(StoreProvider.class, Stores.class.getClassLoader())) {
            Optional<S> store = opening.apply(provider);
            if (store.isPresent()) {
                return store.get();
            }
        }
        throw ReeveException.of(
                ErrorCode.STORE_UNUSABLE,
                "no store on the class path can open %s; add the dependency dev.reeve:%s".formatted(what, module));
    }
}
