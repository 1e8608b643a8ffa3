/**
 * What an adaptive session costs each request of an application, measured without servers: a
 * session that stands in for the driver's own does with a statement what the driver does first, up
 * to the encoding of the request, and answers at once.
 *
 * <p>It uses internals of the driver, because the encoding is one; nothing outside this module may.
 */
@NullMarked
package org.quorate.bench.session;

import org.jspecify.annotations.NullMarked;
