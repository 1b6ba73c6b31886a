// The fields of one answer: a group of choices, a number or a text for each column. A field knows nothing of the page:
// it shows a value and says when a person chose another.
const Rating = (function () {
	"use strict";

	// declined is the machine value of «cannot judge».
	const declined = "n/a";

	function element(name, text, properties) {
		const e = document.createElement(name);
		if (text !== undefined) {
			e.textContent = text;
		}
		return Object.assign(e, properties);
	}

	// choice is one option as a labelled radio button.
	function choice(group, value, word, checked, chosen) {
		const label = element("label");
		const radio = element("input", undefined, { type: "radio", name: group, value: value, checked: checked });
		radio.addEventListener("change", () => chosen(value));
		label.append(radio, " " + word);
		return label;
	}

	// field builds the field of a column. chosen is called with every value that a person chooses, and whether what they
	// wrote is none and should stay in sight.
	function field(sheet, code, column, value, chosen) {
		if (column.kind === "text") {
			return textField(code, column, value, chosen);
		}
		const set = element("fieldset");
		set.dataset.column = column.name;
		set.append(element("legend", column.heading));
		const row = element("div", undefined, { className: "choices" });
		const group = code + "." + column.name;
		if (column.kind === "number") {
			numberInput(sheet, set, row, column, value, chosen, group);
		}
		for (const option of column.options) {
			row.append(choice(group, option, column.words[option] || option, value === option, chosen));
		}
		row.append(choice(group, declined, sheet.text.decline, value === declined, chosen));
		const clear = element("button", "✕", { type: "button", className: value === "" ? "clear idle" : "clear", title: sheet.text.clear });
		clear.setAttribute("aria-label", sheet.text.clear + ": " + column.heading);
		clear.addEventListener("click", () => chosen(""));
		row.append(clear);
		set.prepend(set.firstChild, row);
		return set;
	}

	// numberInput is a whole number within bounds; what is none stays in sight, and the field counts as empty.
	function numberInput(sheet, set, row, column, value, chosen, group) {
		const input = element("input", undefined, {
			type: "number", min: column.from, max: column.to, step: 1, inputMode: "numeric", value: value === declined ? "" : value,
		});
		const wrong = element("p", sheet.text["number-wrong"], { className: "wrong", id: group + ".wrong", hidden: true });
		input.setAttribute("aria-label", column.heading);
		input.setAttribute("aria-describedby", wrong.id);
		input.addEventListener("change", () => {
			const ok = whole(input, column.from, column.to);
			wrong.hidden = ok;
			input.setAttribute("aria-invalid", String(!ok));
			chosen(ok && input.value !== "" ? String(Number(input.value)) : "", !ok);
		});
		row.append(input);
		set.append(wrong);
	}

	// whole tells whether a number field is empty or holds a whole number within bounds.
	function whole(input, from, to) {
		if (input.value === "") {
			return !input.validity.badInput;
		}
		const n = Number(input.value);
		return Number.isInteger(n) && n >= from && n <= to;
	}

	function textField(code, column, value, chosen) {
		const label = element("label", column.heading);
		const area = element("textarea", undefined, { name: code + "." + column.name, value: value });
		area.addEventListener("input", () => chosen(area.value));
		label.append(area);
		return label;
	}

	// open lists the columns of an answer that have no value yet. Remarks are never missing.
	function open(columns, values) {
		return columns.filter((c) => c.kind !== "text" && !(values || {})[c.name]);
	}

	return { declined: declined, element: element, field: field, whole: whole, open: open };
})();
