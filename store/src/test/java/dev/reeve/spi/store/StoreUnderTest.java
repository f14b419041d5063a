package dev.reeve.spi.store;

/** The needs of the parts of {@link StoreContract}: one database for each test, and the store that is open on it. */
interface StoreUnderTest {

    /** The store that is open on this test's database. */
    Store store();

    /** Closes the store and opens its database again, as a restarted engine does. */
    Store reopen();

    Fixture fixture();
}
