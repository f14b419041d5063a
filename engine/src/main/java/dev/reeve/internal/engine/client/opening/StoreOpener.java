package dev.reeve.internal.engine.client.opening;

import dev.reeve.ErrorCode;
import dev.reeve.ReeveException;
import dev.reeve.internal.agent.ClassPath;
import dev.reeve.internal.engine.client.boundary.EngineCalls;
import dev.reeve.spi.store.Store;
import dev.reeve.spi.store.StoreProvider;
import dev.reeve.spi.store.StoreReader;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Function;
import javax.sql.DataSource;

/** Opens a store with the store module that knows the given database. Fails with the exceptions of the API. */
public final class StoreOpener {

    private static final String SQLITE = "reeve-sqlite";

    private static final String POSTGRESQL = "reeve-postgresql";

    private StoreOpener() {}

    public static Store open(Path file) {
        return first(given(file), SQLITE, provider -> provider.open(file));
    }

    public static Store open(DataSource dataSource) {
        return first(given(dataSource), POSTGRESQL, provider -> provider.open(dataSource));
    }

    public static StoreReader read(Path file) {
        return first(given(file), SQLITE, provider -> provider.read(file));
    }

    public static StoreReader read(DataSource dataSource) {
        return first(given(dataSource), POSTGRESQL, provider -> provider.read(dataSource));
    }

    /** Names the database, for messages. Also rejects null. */
    private static String given(Path file) {
        return Objects.requireNonNull(file, "file: expected the path of a store, found null")
                .toString();
    }

    private static String given(DataSource dataSource) {
        Objects.requireNonNull(dataSource, "dataSource: expected one of PostgreSQL, found null");
        return "this data source";
    }

    private static <S extends StoreReader> S first(
            String database, String module, Function<StoreProvider, Optional<S>> opening) {
        ClassPath.verify(ErrorCode.STORE_UNUSABLE);
        for (StoreProvider provider : ServiceLoader.load(StoreProvider.class, StoreOpener.class.getClassLoader())) {
            Optional<S> store = EngineCalls.reading(() -> opening.apply(provider));
            if (store.isPresent()) {
                return store.get();
            }
        }
        throw ReeveException.of(
                ErrorCode.STORE_UNUSABLE,
                "no store on the class path can open %s; add the dependency dev.reeve:%s".formatted(database, module));
    }
}
