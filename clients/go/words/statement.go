package words

import "regexp"

var several = regexp.MustCompile(`(?i)\b(?:IN|BEGIN)\b`)

// MayHaveSeveralKeys says whether a statement may be about several partition keys, of which a driver
// knows one.
func MayHaveSeveralKeys(statement string) bool { return several.MatchString(statement) }
