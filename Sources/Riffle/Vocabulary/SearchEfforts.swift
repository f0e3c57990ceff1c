/// Where one way of finding rows becomes cheaper than another.
///
/// The answers are the same whatever these say; tests set them so that small lists are searched the way large ones are.
package struct SearchEfforts: Sendable, Hashable {
  /// So many rows are looked at one by one without looking for a better way.
  package var fewRows = 1200
  /// The number of rows within a scope or filter, and their share of a segment as a divisor, up to which all of them are scored.
  /// `riffle-bench fields` measures keystrokes within filters.
  package var fewAllowedRows = 1 << 11
  package var rowsPerAllowed = 16
  /// So many rows that may hold all terms literally are looked at rather than put in order.
  package var fewLiteralRows = 4096
  /// To find out which rows hold the last two words of a run takes as long as to look at so many.
  package var fewPairPostings = 2000
  /// So many rows that may hold a run are read to leave those that do; of more, that is found out by scoring them.
  package var mostRunRows = 1 << 14
  /// The average number of words up to which rows are read as a whole. Of longer rows the search text is read only if it may
  /// matter. The value is an estimate between two lists: with 97 words a row reading less saves time (`riffle-bench keystrokes`),
  /// with 4 it costs instructions (`riffle-bench instructions`).
  package var fewWordsPerRow = 24
  /// So many rows are asked for the letters of the terms without looking for a better way.
  package var fewAskedRows = 1000
  /// The answers to short queries are kept of segments with so many rows; others give them as quickly again.
  package var fewestRowsKept = 20_000
  /// Of a class of rows that hold all terms literally, one row for so many postings of the terms is looked at in the static order,
  /// before the places of all are read.
  ///
  /// Of 2, 4, 8 and 16, 8 took the least time over a million paths when rows were looked at in the order of one term's postings
  /// (`riffle-bench keystrokes`, 80 queries of seed 777, sessions: mean 4.7, 4.2, 3.8, 4.0 ms; slowest hundredth 38, 35, 32, 34);
  /// titles and descriptions do not tell 1, 4, 16 and 128 apart.
  package var postingsPerWalked = 8
  /// So many postings are looked at so in the time in which a row is scored.
  package var walkedPerScored = 200
  /// Where no more rows of a segment come on each that matters, lists are read for all of them, and kept.
  package var rowsPerShared = 8
  /// The shortest posting lists to read once for all levels of a search and for later keystrokes; shorter ones are read again.
  package var fewestInLane = 64
  /// Marking so many postings takes about as long as looking at one row.
  package var postingsPerRow = 400

  /// Sets of rows begin as hash tables of so many slots, a power of two; in segments of no more than eight rows a slot, one bit
  /// a row takes less.
  package var rowSetSlots = 256
  /// The most rows with equal bounds that are scored before those that cannot be among the best any more are left out. It begins
  /// with 32, because the first hits decide most: `share/doc` then has 32 rows scored, and not 1,024.
  package var rowsPerStretch = 1024

  /// In dictionaries of so many words, to find out how to divide a term with typos takes longer than dividing it saves.
  package var fewWords = 4096
  /// So many bytes of the runs of trigrams are read in the time in which a walk visits one entry of a trie of words: about 2 and
  /// 50 nanoseconds where both were last measured. To measure it again, time `TypoWords.walk(_:visited:)` and
  /// `WordTrigrams.forEachRun(ofWordsThatMayHold:_:)` in a release build, and divide by the entries and the bytes. 0 divides
  /// no term; 1 << 20, all that can be.
  package var runBytesPerEntry = 25

  /// So many words of a term are read again, to find those of the term that goes on where it ended; more take longer than to be
  /// looked up, and half as many where typos are looked up anyway.
  package var mostWordsReread = 800

  /// So many texts are looked at as they are in the time that one row is examined in.
  package var textsPerRow = 16

  /// So many rows that may be hits are asked at once, where all hits are counted.
  package var mostUnasked = 1 << 16
  /// To start a thread takes as long as to ask some tens of rows; it gets so many at least.
  package var fewestForThread = 1024

  package init() {}
}
