/**
 * How deferral is to behave: the bound on staleness, what an accepted write survives, how much is
 * kept and what happens when that is full, how flushes are made and how writes are stamped.
 *
 * <p>{@link org.quorate.hbase.setting.DeferralSettings} is all of it, made by code or read from a
 * Hadoop configuration by {@link org.quorate.hbase.setting.ConfigurationSettings}. Values are
 * checked when they are made; nothing here acts on them.
 */
@NullMarked
package org.quorate.hbase.setting;

import org.jspecify.annotations.NullMarked;
