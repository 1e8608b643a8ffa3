package org.quorate.core.replica;

import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.UUID;

/**
 * The tokens of a ring, whose they are, and where these are. Immutable.
 *
 * @param owners host ids, by token
 * @param places by host id
 */
public record OwnedTokens(NavigableMap<Long, UUID> owners, Map<UUID, NodePlace> places) {
  public OwnedTokens {
    owners = Collections.unmodifiableNavigableMap(new TreeMap<>(owners));
    places = Map.copyOf(places);
  }

  /** Whether no node has several. */
  public boolean isOneEach() {
    return new HashSet<>(owners.values()).size() == owners.size();
  }

  /** The racks of the nodes of a data centre, by host id. */
  Map<UUID, String> racks(String dataCenter) {
    Map<UUID, String> racks = new HashMap<>();
    places.forEach(
        (id, place) -> {
          if (place.dataCenter().equals(dataCenter)) {
            racks.put(id, place.rack());
          }
        });
    return racks;
  }
}
