/**
 * The command that says which replicas of a live cluster could rest: {@link
 * org.quorate.cli.rest.RestCommand} reads its options, looks at the cluster and at the load, as an
 * agent recorded it or as it is now, and has {@link org.quorate.core.rest.RestPlanner} plan. Here
 * are the words; nothing is changed on the cluster.
 */
@NullMarked
package org.quorate.cli.rest;

import org.jspecify.annotations.NullMarked;
