package dev.reeve.internal.engine.postgresql;

import dev.reeve.Reeve;
import dev.reeve.internal.engine.client.SmallHeap;
import dev.reeve.internal.postgresql.TestServer;
import java.io.IOException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

@Tag("proof")
final class SmallHeapTest {

    public static void main(String[] args) {
        PGSimpleDataSource database = new PGSimpleDataSource();
        database.setURL(args[1]);
        database.setUser("postgres");
        SmallHeap.run(args[0], () -> Reeve.open(database));
    }

    @Test
    @DisplayName("A process with a small heap refuses starts beyond its memory, and one with half of it does the work")
    void aSmallHeapSuffices() throws IOException, InterruptedException {
        PGSimpleDataSource database = TestServer.shared().database();
        SmallHeap.prove(SmallHeapTest.class, database.getURL());
    }

    @Test
    @DisplayName(
            "A process with a small heap refuses definitions beyond its memory, and one with half of it runs them all")
    void aSmallHeapHoldsItsDefinitions() throws IOException, InterruptedException {
        PGSimpleDataSource database = TestServer.shared().database();
        SmallHeap.proveDefinitions(SmallHeapTest.class, database.getURL());
    }
}
