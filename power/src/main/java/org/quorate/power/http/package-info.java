/**
 * How meters speak HTTP: one small client for all of them.
 *
 * <p>{@link org.quorate.power.http.WebService} is one server that a meter asks, with its login, its
 * trust and its patience. It bounds how long it waits and how much it takes in, sends what lets it
 * in to that one server alone, wherever the server's answers point to, and words every failure as
 * one sentence for a user. {@link org.quorate.power.http.WebOptions} reads what all these meters
 * may be told in the same way.
 *
 * <p>What the answers mean belongs to the meters; no address of theirs and no unit is known here.
 */
@NullMarked
package org.quorate.power.http;

import org.jspecify.annotations.NullMarked;
