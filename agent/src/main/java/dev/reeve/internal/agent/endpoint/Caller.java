package dev.reeve.internal.agent.endpoint;

/**
 * The credential of an agent, as the server has proven it.
 *
 * @param principal the name of the credential
 * @param namespace where it takes work; never from a document
 */
public record Caller(String principal, String namespace) {}
