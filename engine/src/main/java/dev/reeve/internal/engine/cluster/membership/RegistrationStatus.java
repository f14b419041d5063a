package dev.reeve.internal.engine.cluster.membership;

/** Whether a node may hand out work. */
public enum RegistrationStatus {

    /** The registration was renewed in time. */
    RENEWED,

    /**
     * The registration was not renewed for two thirds of the time to live. The node hands out nothing and keeps its
     * memory. It continues as soon as the registration is renewed.
     */
    SILENT,

    /** Another node has removed the registration. The node drops its memory and registers again. */
    REMOVED
}
