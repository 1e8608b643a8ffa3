package org.quorate.cassandra.control;

import java.time.Duration;
import java.util.Optional;
import org.quorate.cassandra.publication.LevelWord;
import org.quorate.cassandra.table.TableName;

/**
 * What is published of one table now. Immutable.
 *
 * @param table that it is about
 * @param acknowledged the newest word that a server has acknowledged; empty before the first
 * @param age since that word was sent; before the first, since there was anything to publish
 * @param failure why the word that was answered last was not written, one sentence; empty where it
 *     was, or none was answered yet
 */
public record PublishedWord(
    TableName table, Optional<LevelWord> acknowledged, Duration age, Optional<String> failure) {}
