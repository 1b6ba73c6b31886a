package intake

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// maxDepth is how deep values may be nested; exports stay below 40.
const maxDepth = 300

var errTooDeep = errors.New("values nested deeper than the limit")

// node is a JSON value whose objects keep the order of the file, with access that never fails: what is not there is
// the zero node.
type node struct{ v any }

// object is a JSON object in the order of the file. Of a name that stands twice the last value counts.
type object struct {
	names  []string
	values map[string]node
}

// readNode reads the next value.
func readNode(d *json.Decoder, depth int) (node, error) {
	token, err := d.Token()
	if err != nil {
		return node{}, err
	}
	return restOf(d, token, depth)
}

// restOf reads the value that begins with a token.
func restOf(d *json.Decoder, token json.Token, depth int) (node, error) {
	delim, ok := token.(json.Delim)
	if !ok {
		return node{token}, nil
	}
	if depth >= maxDepth {
		return node{}, errTooDeep
	}
	if delim == '[' {
		list := []node{}
		for d.More() {
			n, err := readNode(d, depth+1)
			if err != nil {
				return node{}, err
			}
			list = append(list, n)
		}
		_, err := d.Token()
		return node{list}, whole(err)
	}
	o := &object{values: make(map[string]node)}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return node{}, err
		}
		key, ok := name.(string)
		if !ok {
			return node{}, fmt.Errorf("name of a field expected, found %v", name)
		}
		n, err := readNode(d, depth+1)
		if err != nil {
			return node{}, whole(err)
		}
		if _, twice := o.values[key]; !twice {
			o.names = append(o.names, key)
		}
		o.values[key] = n
	}
	_, err := d.Token()
	return node{o}, whole(err)
}

// whole makes of an end inside a value what it is: a file that was cut off.
func whole(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// get is the first field of these names that is there.
func (n node) get(names ...string) node {
	if o, ok := n.v.(*object); ok {
		for _, name := range names {
			if v, ok := o.values[name]; ok {
				return v
			}
		}
	}
	return node{}
}

// in follows a path of field names.
func (n node) in(path ...string) node {
	for _, name := range path {
		n = n.get(name)
	}
	return n
}

func (n node) has(name string) bool {
	o, ok := n.v.(*object)
	if !ok {
		return false
	}
	_, ok = o.values[name]
	return ok
}

// names lists the fields in the order of the file.
func (n node) names() []string {
	if o, ok := n.v.(*object); ok {
		return o.names
	}
	return nil
}

// list is the elements of an array.
func (n node) list() []node { list, _ := n.v.([]node); return list }

func (n node) isObject() bool { _, ok := n.v.(*object); return ok }
func (n node) isList() bool   { _, ok := n.v.([]node); return ok }
func (n node) isNull() bool   { return n.v == nil }
func (n node) isString() bool { _, ok := n.v.(string); return ok }

// str is a string's text; "" of anything else.
func (n node) str() string { s, _ := n.v.(string); return s }

// scalar is the text of a string, number or truth value.
func (n node) scalar() string {
	switch v := n.v.(type) {
	case string:
		return v
	case json.Number:
		return v.String()
	case bool:
		return strconv.FormatBool(v)
	}
	return ""
}

// number is a number's value; a string of digits counts.
func (n node) number() (float64, bool) {
	switch v := n.v.(type) {
	case json.Number:
		x, err := v.Float64()
		return x, err == nil
	case string:
		x, err := strconv.ParseFloat(strings.TrimSpace(v), 64)
		return x, err == nil
	}
	return 0, false
}

// count is a number of tokens; 0 where there is none.
func (n node) count() int {
	x, ok := n.number()
	if !ok || x < 0 || x > 1e15 {
		return 0
	}
	return int(x)
}

// truth is a truth value; false of anything else.
func (n node) truth() bool { b, _ := n.v.(bool); return b }
