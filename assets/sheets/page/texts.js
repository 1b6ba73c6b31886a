// Texts to read and the reader's own highlights in them. A highlight is a pair of places in the text, counted in
// UTF-16 units, so that it survives every change of the view. Texts are set as text and never as markup.
const Texts = (function () {
	"use strict";

	function show(place, text, marks) {
		place.textContent = "";
		let at = 0;
		for (const [from, to] of marks) {
			place.append(text.slice(at, from));
			const mark = document.createElement("mark");
			mark.textContent = text.slice(from, to);
			mark.dataset.from = from;
			place.append(mark);
			at = to;
		}
		place.append(text.slice(at));
	}

	// selected is the selected passage of a place; null when nothing in it is selected.
	function selected(place) {
		const selection = window.getSelection();
		if (selection.rangeCount === 0 || selection.isCollapsed) {
			return null;
		}
		const range = selection.getRangeAt(0);
		if (!place.contains(range.startContainer) || !place.contains(range.endContainer)) {
			return null;
		}
		const before = document.createRange();
		before.selectNodeContents(place);
		before.setEnd(range.startContainer, range.startOffset);
		const from = before.toString().length;
		return [from, from + range.toString().length];
	}

	// joined adds a passage and joins those that touch.
	function joined(marks, passage) {
		const all = marks.concat([passage]).sort((a, b) => a[0] - b[0]);
		const out = [];
		for (const [from, to] of all) {
			const last = out[out.length - 1];
			if (last && from <= last[1]) {
				last[1] = Math.max(last[1], to);
			} else {
				out.push([from, to]);
			}
		}
		return out;
	}

	return { show: show, selected: selected, joined: joined };
})();
