"use strict";
// Makes the rating sheet of what is filled in and hands it over as a file. Nothing is sent or kept anywhere.
(function () {
	const sheet = JSON.parse(document.getElementById("sheet").textContent);
	const form = document.getElementById("form");
	const status = document.getElementById("status");
	let saved = true;

	const startsFormula = (s) => /^[ \u00a0]*[=+\-@\t\r\n]/.test(s);
	const plainNumber = (s) => /^[+-]?[0-9]+([.,][0-9]+)?$/.test(s);
	const guarded = (s) => (startsFormula(s.replace(/^'+/, "")) && !plainNumber(s) ? "'" + s : s);
	const cell = (s) => '"' + guarded(s).replace(/\r\n?/g, "\n").replace(/\n/g, "\r\n").replace(/"/g, '""') + '"';

	function field(row, column) {
		return form.elements[row + "." + column];
	}

	function csv() {
		const reviewer = form.elements.reviewer.value.trim().toUpperCase();
		const head = sheet.head.map((h) => [h.label, h.name === "reviewer" ? reviewer : h.value]);
		const rows = sheet.rows.map((r) => sheet.columns.map((c) => (c in r ? r[c] : field(r.code, c).value.trim())));
		return "\ufeff" + head.concat([sheet.headings], rows).map((row) => row.map(cell).join(sheet.separator) + "\r\n").join("");
	}

	function empty() {
		return Array.from(form.elements).filter((e) => e.dataset.rating && e.value.trim() === "").length;
	}

	form.addEventListener("input", () => {
		saved = false;
		status.textContent = "";
	});
	form.addEventListener("submit", (event) => {
		event.preventDefault();
		const reviewer = form.elements.reviewer.value.trim().toUpperCase();
		const link = document.createElement("a");
		link.href = URL.createObjectURL(new Blob([csv()], { type: "text/csv" }));
		link.download = sheet.file + "_" + reviewer + ".csv";
		link.click();
		saved = true;
		status.textContent = sheet.saved + " " + sheet.empty + " " + empty();
	});
	window.addEventListener("beforeunload", (event) => {
		if (!saved) {
			event.preventDefault();
		}
	});
	window.iucomSheet = csv;
})();
