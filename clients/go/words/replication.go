package words

import (
	"strconv"
	"strings"
)

// ReplicationOf reads the options of a keyspace, as system_schema.keyspaces has them. It is empty for
// strategies other than the two that count replicas.
func ReplicationOf(options map[string]string) Replication {
	class := options["class"]
	class = class[strings.LastIndex(class, ".")+1:]
	if class != "SimpleStrategy" && class != "NetworkTopologyStrategy" {
		return nil
	}
	var result Replication
	for option, value := range options {
		if option == "class" || class == "SimpleStrategy" && option != "replication_factor" {
			continue
		}
		// Of transient replication, such as 3/1, the replicas that are not transient.
		all, transient, _ := strings.Cut(value, "/")
		replicas, err := strconv.Atoi(all)
		if err != nil {
			return nil
		}
		if few, err := strconv.Atoi(transient); err == nil {
			replicas -= few
		}
		if replicas > 0 {
			result = append(result, replicas)
		}
	}
	return result
}
