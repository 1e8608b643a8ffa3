/**
 * Adaptive consistency for applications on the Apache Cassandra Java driver.
 *
 * <p>{@link org.quorate.cassandra.Quorate} is the way in: one line that makes an adaptive session
 * of the application's own. The packages below follow the way of the data: {@code monitor} and
 * {@code propagation} read the cluster, {@code control} has core's policies decide, {@code level}
 * and {@code session} bring the decision into requests, {@code sample} looks at what a weaker level
 * would have returned, {@code event}, {@code metric} and {@code management} tell and switch.
 *
 * <p>An application depends on this module and thereby on core, the driver, and the statistics of
 * Apache Commons. No code of the lab may live here.
 */
@NullMarked
package org.quorate.cassandra;

import org.jspecify.annotations.NullMarked;
