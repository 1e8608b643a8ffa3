// Package follow reads at the levels that Quorate publishes in a Cassandra cluster, on the stock Go
// driver.
//
// A Java process decides and writes a row for each of its tables every second; a Follower reads these
// rows in the background. Until words are believed, and whenever they are old, unreadable or cannot be
// had, reads are at the application's own safe level. How words become a level is in package words.
package follow
