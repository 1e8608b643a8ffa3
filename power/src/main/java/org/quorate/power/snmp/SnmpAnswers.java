package org.quorate.power.snmp;

import java.util.LinkedHashMap;
import java.util.Map;
import org.snmp4j.PDU;
import org.snmp4j.smi.Counter64;
import org.snmp4j.smi.Integer32;
import org.snmp4j.smi.UnsignedInteger32;
import org.snmp4j.smi.Variable;
import org.snmp4j.smi.VariableBinding;

/** Translates the library's values. */
final class SnmpAnswers {
  private static final double SIGNED_32 = 0x1p31;
  private static final double UNSIGNED_32 = 0x1p32;
  private static final double UNSIGNED_64 = 0x1p64;

  private SnmpAnswers() {}

  static Map<String, Answer> of(PDU response) {
    Map<String, Answer> answers = new LinkedHashMap<>();
    for (VariableBinding binding : response.getVariableBindings()) {
      answers.put(binding.getOid().toDottedString(), of(binding));
    }
    return answers;
  }

  static Answer of(VariableBinding binding) {
    Variable value = binding.getVariable();
    if (binding.isException() || value instanceof org.snmp4j.smi.Null) {
      return new Answer.Nothing();
    }
    if (value instanceof Integer32 signed) {
      return new Answer.Numeric(signed.getValue(), SIGNED_32);
    }
    if (value instanceof Counter64 counter) {
      long bits = counter.getValue();
      return new Answer.Numeric(bits >= 0 ? bits : bits + UNSIGNED_64, UNSIGNED_64);
    }
    if (value instanceof UnsignedInteger32 unsigned) {
      return new Answer.Numeric(unsigned.getValue(), UNSIGNED_32);
    }
    return new Answer.Text(value.toString());
  }
}
