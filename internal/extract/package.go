package extract

import (
	"context"
	"encoding/xml"
	"errors"
	"io"
	"path"
	"strings"
)

// relation is one relationship of an Office package: how a part is named by another.
type relation struct {
	kind     string // last word of the type: "officeDocument", "footnotes", "worksheet" …
	target   string // clean part name
	external bool   // never followed
}

// mainPart is the part an Office package is about, by its relationships and not by its name.
func (a *archive) mainPart(ctx context.Context) (string, error) {
	all, err := a.relations(ctx, "")
	if err != nil {
		return "", err
	}
	for _, r := range all {
		if r.kind == "officeDocument" && !r.external && a.has(r.target) {
			return r.target, nil
		}
	}
	return "", nil
}

// relations lists the relationships of a part by their IDs; of the whole package for "". No list is an empty map.
func (a *archive) relations(ctx context.Context, part string) (map[string]relation, error) {
	list := path.Join(path.Dir(part), "_rels", path.Base(part)+".rels")
	if part == "" {
		list = "_rels/.rels"
	}
	all := make(map[string]relation)
	if !a.has(list) {
		return all, nil
	}
	err := a.walk(ctx, list, func(w *walker, e xml.StartElement) error {
		if e.Name.Local != "Relationship" {
			return nil
		}
		kind := attr(e, "Type")
		target := attr(e, "Target")
		if !strings.HasPrefix(target, "/") {
			target = path.Join(path.Dir(part), strings.ReplaceAll(target, `\`, "/"))
		}
		all[attr(e, "Id")] = relation{
			kind:     kind[strings.LastIndexByte(kind, '/')+1:],
			target:   partName(target),
			external: attr(e, "TargetMode") == "External",
		}
		return nil
	})
	return all, err
}

// walk calls see for every element that opens in a part; see may read on to the element's end.
func (a *archive) walk(ctx context.Context, part string, see func(*walker, xml.StartElement) error) error {
	r, err := a.open(part)
	if err != nil {
		return err
	}
	defer r.Close()
	w := newWalker(ctx, r)
	for {
		token, err := w.next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if start, ok := token.(xml.StartElement); ok {
			if err := see(w, start); err != nil {
				return err
			}
		}
	}
}

// isOffice tells whether data is an Office package whose main part stands below folder ("word", "xl"), or is declared to
// be of that content.
func isOffice(data []byte, folder, content string) bool {
	if !strings.HasPrefix(string(data[:min(len(data), 4)]), zipStart) {
		return false
	}
	a, err := openArchive(data)
	if err != nil {
		return false
	}
	main, err := a.mainPart(context.Background())
	if err != nil || main == "" {
		return a.has(folder+"/document.xml") || a.has(folder+"/workbook.xml")
	}
	if strings.HasPrefix(main, folder+"/") && strings.HasSuffix(main, ".xml") {
		return true
	}
	found := false
	err = a.walk(context.Background(), "[Content_Types].xml", func(_ *walker, e xml.StartElement) error {
		if partName(attr(e, "PartName")) == main && strings.Contains(attr(e, "ContentType"), content) {
			found = true
		}
		return nil
	})
	return err == nil && found
}
