package dev.reeve.example.orders;

/** Whom a run tells how it goes. Called on the run's thread. */
interface Watcher {

    /** How far it has come; said very often, whether it has changed or not. */
    void progress(Progress progress);

    /** Something happened that a person might want to know. */
    void note(String text);
}
