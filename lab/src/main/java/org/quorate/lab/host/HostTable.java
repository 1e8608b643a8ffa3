package org.quorate.lab.host;

/**
 * A table of a study, as load hosts find it.
 *
 * @param keyspace as written in CQL
 * @param table likewise
 */
public record HostTable(String keyspace, String table) {}
