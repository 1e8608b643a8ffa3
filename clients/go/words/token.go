package words

import (
	"encoding/binary"
	"math"
	"math/bits"
)

// Token is the token of a partition key, or none where the key is not known.
type Token struct {
	Value   int64
	IsKnown bool
}

// Known is a token that is known.
func Known(token int64) Token { return Token{token, true} }

const (
	c1 = 0x87c37b91114253d5
	c2 = 0x4cf5ad432745937f
)

// TokenOf returns the token of a partition key as it is sent; of an empty key, one that is not known.
//
// It is that of Cassandra's Murmur3Partitioner: the first half of MurmurHash3 x64 128 (Austin
// Appleby, public domain), whose last bytes Cassandra takes as signed ones. The driver does not
// export it.
func TokenOf(key []byte) Token {
	if len(key) == 0 {
		return Token{}
	}
	token := int64(murmur3(key))
	if token == math.MinInt64 {
		token = math.MaxInt64
	}
	return Known(token)
}

func murmur3(key []byte) uint64 {
	var h1, h2 uint64
	rest := key
	for ; len(rest) >= 16; rest = rest[16:] {
		h1 ^= mix1(binary.LittleEndian.Uint64(rest))
		h1 = (bits.RotateLeft64(h1, 27)+h2)*5 + 0x52dce729
		h2 ^= mix2(binary.LittleEndian.Uint64(rest[8:]))
		h2 = (bits.RotateLeft64(h2, 31)+h1)*5 + 0x38495ab5
	}
	h1 ^= mix1(signed(rest[:min(8, len(rest))]))
	h2 ^= mix2(signed(rest[min(8, len(rest)):]))
	h1 ^= uint64(len(key))
	h2 ^= uint64(len(key))
	h1 += h2
	h2 += h1
	return finish(h1) + finish(h2)
}

// At most eight bytes, each with its sign, as Cassandra has them.
func signed(tail []byte) uint64 {
	var k uint64
	for i, each := range tail {
		k ^= uint64(int64(int8(each))) << (8 * i)
	}
	return k
}

func mix1(k uint64) uint64 { return bits.RotateLeft64(k*c1, 31) * c2 }

func mix2(k uint64) uint64 { return bits.RotateLeft64(k*c2, 33) * c1 }

// Also spreads near numbers, as it does at the end of a hash.
func finish(h uint64) uint64 {
	h = (h ^ h>>33) * 0xff51afd7ed558ccd
	h = (h ^ h>>33) * 0xc4ceb9fe1a85ec53
	return h ^ h>>33
}
