package org.quorate.ycsb;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.Status;
import site.ycsb.StringByteIterator;

/** What YCSB may expect of a binding, whatever the store. */
final class BindingContract {
  private BindingContract() {}

  /**
   * Fields come back as they were last written, all or those asked for; other rows and tables do
   * not.
   *
   * @param key of a row to write, which has the fields {@code field0} and {@code field3} from then
   * @param absent the key of a row that does not exist
   */
  static void assertFieldsComeBack(DB binding, String key, String absent) {
    Map<String, ByteIterator> values = new HashMap<>();
    values.put("field0", new StringByteIterator("zero"));
    values.put("field3", new StringByteIterator("three"));
    assertThat(binding.insert("usertable", key, values)).isEqualTo(Status.OK);
    assertThat(binding.update("usertable", key, Map.of("field3", new StringByteIterator("tres"))))
        .isEqualTo(Status.OK);

    Map<String, ByteIterator> all = new HashMap<>();
    assertThat(binding.read("usertable", key, null, all)).isEqualTo(Status.OK);
    assertThat(all.keySet()).containsExactlyInAnyOrder("field0", "field3");
    assertThat(all.get("field0")).hasToString("zero");
    assertThat(all.get("field3")).hasToString("tres");
    Map<String, ByteIterator> one = new HashMap<>();
    assertThat(binding.read("usertable", key, Set.of("field3"), one)).isEqualTo(Status.OK);
    assertThat(one.keySet()).containsExactly("field3");

    assertThat(binding.read("usertable", absent, null, new HashMap<>()))
        .isEqualTo(Status.NOT_FOUND);
    assertThat(binding.read("other", key, null, new HashMap<>())).isEqualTo(Status.BAD_REQUEST);
  }
}
