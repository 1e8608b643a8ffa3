/**
 * Where operations are sent: the store's contract, its versions, and the adapters to real stores
 * through their own client libraries. A store sends exactly one request for each call and says what
 * became of it; when to send what is the business of {@code org.quorate.lab.load}.
 */
@NullMarked
package org.quorate.lab.store;

import org.jspecify.annotations.NullMarked;
