package org.quorate.core.policy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.ToIntFunction;
import java.util.stream.LongStream;
import org.quorate.core.level.Level;
import org.quorate.core.recency.KeyPlace;

/**
 * A {@link Decision} in the form in which each read looks its level up: made once, when the
 * decision takes effect. Windows of recently written rows are in the order of their length; the
 * ring is cut where any range begins or ends, and each piece has the strongest level of the ranges
 * that cover it; and each place of {@link KeyPlace} that of its class. So a read costs one
 * comparison for each window and, for r ranges, a search among 2r + 1 pieces at most: a binary one
 * among those that its token's first bits leave, about one where ranges lie as tokens do; and one
 * look into a table where classes are raised.
 *
 * <p>What it answers needs as many replicas as what {@link Decision#levelOf} does, and is the level
 * of a raise that holds. Immutable; nothing allocates but making it.
 */
public final class CompiledDecision {
  /** Why a read has its level. */
  public enum Cause {
    /** It is the decision's level for all reads that nothing raises. */
    NONE,
    /** Its row was written lately by this process, or may have been. */
    RECENT_WRITE,
    /** Its partition is in a range of the ring whose reads are raised, or may be. */
    TOKEN_RANGE,
    /** Its key is of a class whose reads are raised, all or some, or may be. */
    KEY_CLASS
  }

  /** The level of a read, and why. */
  public record Choice(Level level, Cause cause) {}

  private static final int MOST_FIRST_BITS = 16;

  private final Decision decision;
  private final Map<Level, Integer> strengths;

  /** Choices by rank, the strongest first; the last is of reads that nothing raises. */
  private final Choice[] byAge;

  private final Choice[] byToken;
  private final Choice[] byClass;
  private final int unraised;

  private final long[] windows;

  /** For each window the rank of the strongest level of it and of the longer ones. */
  private final byte[] windowRanks;

  /** The last token of each piece of the ring but the last one. */
  private final long[] ends;

  /**
   * For each value of a token's first bits, and for one more, the piece that its tokens begin in.
   */
  private final int[] firstPieces;

  private final int firstBits;
  private final byte[] pieceRanks;

  /** Of each place; empty where no class is raised. */
  private final byte[] placeRanks;

  private final int anyWindow;
  private final int anyPiece;
  private final int anyPlace;

  /**
   * @param strength replicas that a level needs
   */
  public CompiledDecision(Decision decision, ToIntFunction<Level> strength) {
    this.decision = decision;
    this.strengths = strengths(strength);
    List<Level> ranked = ranked();
    this.unraised = ranked.size() - 1;
    this.byAge = choices(ranked, Cause.RECENT_WRITE);
    this.byToken = choices(ranked, Cause.TOKEN_RANGE);
    this.byClass = choices(ranked, Cause.KEY_CLASS);
    List<Raise.RecentlyWritten> recent = new ArrayList<>();
    List<Raise.TokenRange> ranges = new ArrayList<>();
    List<Raise.OfClass> classes = new ArrayList<>();
    for (Raise raise : decision.raises()) {
      if (ranked.contains(raise.level())) {
        if (raise instanceof Raise.RecentlyWritten each) {
          recent.add(each);
        } else if (raise instanceof Raise.TokenRange each) {
          ranges.add(each);
        } else if (raise instanceof Raise.OfClass each) {
          classes.add(each);
        }
      }
    }
    recent.sort(Comparator.comparingLong(Raise.RecentlyWritten::withinNanos));
    this.windows = recent.stream().mapToLong(Raise.RecentlyWritten::withinNanos).toArray();
    this.windowRanks = windowRanks(recent, ranked);
    this.ends =
        ranges.stream()
            .flatMapToLong(each -> LongStream.of(each.after(), each.last()))
            .sorted()
            .distinct()
            .toArray();
    this.firstBits =
        Math.min(MOST_FIRST_BITS, Integer.SIZE - Integer.numberOfLeadingZeros(ends.length | 1));
    this.firstPieces = firstPieces();
    this.pieceRanks = pieceRanks(ranges, ranked);
    this.anyWindow = windows.length == 0 ? unraised : windowRanks[0];
    this.anyPiece = strongest(pieceRanks);
    this.placeRanks = placeRanks(classes, ranked);
    this.anyPlace = placeRanks.length == 0 ? unraised : strongest(placeRanks);
  }

  /** Levels that some read may have, the strongest first; those that raise nothing are left out. */
  private List<Level> ranked() {
    int base = strength(decision.level());
    List<Level> ranked =
        new ArrayList<>(
            decision.raises().stream()
                .map(Raise::level)
                .distinct()
                .filter(level -> strength(level) > base)
                .sorted(Comparator.comparingInt(this::strength).reversed())
                .toList());
    ranked.add(decision.level());
    return ranked;
  }

  private static Map<Level, Integer> strengths(ToIntFunction<Level> strength) {
    Map<Level, Integer> strengths = new EnumMap<>(Level.class);
    for (Level level : Level.values()) {
      strengths.put(level, strength.applyAsInt(level));
    }
    return strengths;
  }

  private int strength(Level level) {
    return Objects.requireNonNull(strengths.get(level));
  }

  private static Choice[] choices(List<Level> ranked, Cause cause) {
    Choice[] choices = new Choice[ranked.size()];
    for (int rank = 0; rank < choices.length; rank++) {
      choices[rank] = new Choice(ranked.get(rank), rank == choices.length - 1 ? Cause.NONE : cause);
    }
    return choices;
  }

  private static byte[] windowRanks(List<Raise.RecentlyWritten> recent, List<Level> ranked) {
    byte[] ranks = new byte[recent.size()];
    int strongest = ranked.size() - 1;
    for (int i = ranks.length - 1; i >= 0; i--) {
      strongest = Math.min(strongest, ranked.indexOf(recent.get(i).level()));
      ranks[i] = (byte) strongest;
    }
    return ranks;
  }

  /** Counts for each level how many ranges begin and end at each piece, and adds up. */
  private byte[] pieceRanks(List<Raise.TokenRange> ranges, List<Level> ranked) {
    int pieces = ends.length + 1;
    int[][] change = new int[ranked.size()][pieces + 1];
    for (Raise.TokenRange range : ranges) {
      int[] ofLevel = change[ranked.indexOf(range.level())];
      int first = piece(range.after()) + 1;
      int behind = piece(range.last()) + 1;
      ofLevel[first]++;
      ofLevel[behind]--;
      if (range.after() >= range.last()) {
        ofLevel[0]++;
        ofLevel[pieces]--;
      }
    }
    byte[] ranks = new byte[pieces];
    int[] covering = new int[ranked.size()];
    for (int piece = 0; piece < pieces; piece++) {
      int strongest = unraised;
      for (int rank = unraised; rank >= 0; rank--) {
        covering[rank] += change[rank][piece];
        if (covering[rank] > 0) {
          strongest = rank;
        }
      }
      ranks[piece] = (byte) strongest;
    }
    return ranks;
  }

  private static byte[] placeRanks(List<Raise.OfClass> classes, List<Level> ranked) {
    if (classes.isEmpty()) {
      return new byte[0];
    }
    byte[] ranks = new byte[KeyPlace.COUNT];
    Arrays.fill(ranks, (byte) (ranked.size() - 1));
    for (Raise.OfClass each : classes) {
      int rank = ranked.indexOf(each.level());
      for (int draw = 0; draw < each.draws(); draw++) {
        int place = KeyPlace.of(each.keyClass(), draw);
        ranks[place] = (byte) Math.min(ranks[place], rank);
      }
    }
    ranks[KeyPlace.UNKNOWN] = (byte) strongest(ranks);
    return ranks;
  }

  private static int strongest(byte[] ranks) {
    int strongest = ranks[0];
    for (byte rank : ranks) {
      strongest = Math.min(strongest, rank);
    }
    return strongest;
  }

  private int[] firstPieces() {
    int[] pieces = new int[(1 << firstBits) + 1];
    int piece = 0;
    for (int first = 0; first < pieces.length - 1; first++) {
      long from = ((long) first << (Long.SIZE - firstBits)) ^ Long.MIN_VALUE;
      while (piece < ends.length && ends[piece] < from) {
        piece++;
      }
      pieces[first] = piece;
    }
    pieces[pieces.length - 1] = ends.length;
    return pieces;
  }

  /** The piece of the ring that a token is in. */
  private int piece(long token) {
    int first = (int) ((token ^ Long.MIN_VALUE) >>> (Long.SIZE - firstBits));
    int low = firstPieces[first];
    int high = firstPieces[first + 1];
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (ends[middle] < token) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private int windowRank(long nanosSinceOwnWrite) {
    if (nanosSinceOwnWrite >= 0) {
      for (int i = 0; i < windows.length; i++) {
        if (nanosSinceOwnWrite < windows[i]) {
          return windowRanks[i];
        }
      }
    }
    return unraised;
  }

  private int placeRank(int place) {
    return placeRanks.length == 0 ? unraised : placeRanks[place];
  }

  /**
   * The level of a read.
   *
   * @param token of its partition
   * @param nanosSinceOwnWrite since this process's newest write of the row completed, or {@link
   *     Decision#NEVER_WRITTEN}
   * @param place of its key among all, of {@link KeyPlace}
   */
  public Choice choose(long token, long nanosSinceOwnWrite, int place) {
    return choice(windowRank(nanosSinceOwnWrite), pieceRanks[piece(token)], placeRank(place));
  }

  /** The level of a read of a key whose class is not known: it may be any. */
  public Choice choose(long token, long nanosSinceOwnWrite) {
    return choose(token, nanosSinceOwnWrite, KeyPlace.UNKNOWN);
  }

  /**
   * The level of a read whose place on the ring is not known: it may be in any range.
   *
   * @param nanosSinceOwnWrite as of {@link #choose}
   * @param place likewise
   */
  public Choice chooseUnplaced(long nanosSinceOwnWrite, int place) {
    return choice(windowRank(nanosSinceOwnWrite), anyPiece, placeRank(place));
  }

  /** As of {@link #chooseUnplaced(long, int)}, of a key whose class is not known. */
  public Choice chooseUnplaced(long nanosSinceOwnWrite) {
    return chooseUnplaced(nanosSinceOwnWrite, KeyPlace.UNKNOWN);
  }

  /** The level of a read of which nothing is known: every raise may hold for it. */
  public Choice strongest() {
    return choice(anyWindow, anyPiece, anyPlace);
  }

  private Choice choice(int windowRank, int pieceRank, int placeRank) {
    if (windowRank <= pieceRank && windowRank <= placeRank) {
      return byAge[windowRank];
    }
    return pieceRank <= placeRank ? byToken[pieceRank] : byClass[placeRank];
  }

  /** The level of reads that nothing raises. */
  public Level level() {
    return byAge[unraised].level();
  }

  /** Whether any read is raised for what this process has written. */
  public boolean isByAge() {
    return anyWindow < unraised;
  }

  /** Whether any read is raised for where its partition is. */
  public boolean isByToken() {
    return anyPiece < unraised;
  }

  /** Whether reads of a partition are raised for where it is, whatever else raises some of them. */
  public boolean isRaisedAt(long token) {
    return pieceRanks[piece(token)] < unraised;
  }

  /** Whether any read is raised for the class of its key. */
  public boolean isByClass() {
    return anyPlace < unraised;
  }

  /** What was compiled. */
  public Decision decision() {
    return decision;
  }

  /**
   * Whether compiling this decision would give the same again.
   *
   * @param strength replicas that a level needs
   */
  public boolean isOf(Decision other, ToIntFunction<Level> strength) {
    return decision.equals(other) && strengths.equals(strengths(strength));
  }

  /** The raise that gave a read its level, for people; empty where none did. */
  public Optional<Raise> raise(Choice choice, long token, long nanosSinceOwnWrite, int place) {
    return decision.raises().stream()
        .filter(raise -> raise.level() == choice.level())
        .filter(
            raise ->
                switch (choice.cause()) {
                  case NONE -> false;
                  case RECENT_WRITE -> raise instanceof Raise.RecentlyWritten;
                  case TOKEN_RANGE -> raise instanceof Raise.TokenRange;
                  case KEY_CLASS -> raise instanceof Raise.OfClass;
                })
        .filter(raise -> raise.holds(token, nanosSinceOwnWrite, place))
        .findFirst();
  }
}
