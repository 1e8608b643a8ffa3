package org.quorate.study.result;

import org.jspecify.annotations.Nullable;

/**
 * How busy the machine was, so that a reader can tell a slow store from a saturated machine.
 *
 * @param cores logical processors
 * @param busyShare share of all processor time that was not idle, 0 to 1
 * @param generatorShare share of all processor time that the load generator's process took, links
 *     excluded, 0 to 1
 * @param serversShare share that the servers took, 0 to 1; null where it is not known of all
 *     servers
 * @param linksShare share that the relayed links took, 0 to 1
 */
public record MachineResult(
    int cores,
    double busyShare,
    double generatorShare,
    @Nullable Double serversShare,
    double linksShare) {}
