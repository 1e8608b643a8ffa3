package org.quorate.power;

/**
 * Where secrets go: which ones, and to whom.
 *
 * @param credentials what the settings call them, see {@link Credentials}
 * @param host that they are sent to
 */
public record CredentialScope(String credentials, String host) {}
