// Package words decides at which level to read by what Quorate publishes: rows of the table of levels
// become words, words become believed, and the level of a read follows from them.
//
// It is pure: it knows no driver, no network and no clock, and times are those that it is handed.
// Nothing of a row is trusted: what is beyond its bounds makes the row unreadable, and reads of its
// table safe for as long as it is there.
package words
