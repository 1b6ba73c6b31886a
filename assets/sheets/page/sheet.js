// The sheet as a file: what is filled in, as CSV and as JSON, each with a checksum of its entries. No screen here.
const Sheet = (function () {
	"use strict";

	// sha256 is the checksum of a text in UTF-8, hexadecimal (FIPS 180-4). It is written out because a page opened from
	// a file has no crypto.subtle in every browser. The constants are the first bits of roots of the first primes.
	function sha256(text) {
		const bytes = new TextEncoder().encode(text);
		const size = ((bytes.length + 72) >> 6) << 6;
		const data = new Uint8Array(size);
		data.set(bytes);
		data[bytes.length] = 0x80;
		const view = new DataView(data.buffer);
		view.setUint32(size - 8, Math.floor(bytes.length / 0x20000000));
		view.setUint32(size - 4, (bytes.length << 3) >>> 0);
		const hash = primes(8).map((p) => bits(Math.sqrt(p)));
		const k = primes(64).map((p) => bits(Math.cbrt(p)));
		for (let at = 0; at < size; at += 64) {
			block(hash, k, view, at);
		}
		return hash.map((n) => (n >>> 0).toString(16).padStart(8, "0")).join("");
	}

	function primes(count) {
		const found = [];
		for (let n = 2; found.length < count; n++) {
			if (found.every((p) => n % p !== 0)) {
				found.push(n);
			}
		}
		return found;
	}

	const bits = (x) => ((x - Math.floor(x)) * 0x100000000) | 0;
	const turn = (x, n) => (x >>> n) | (x << (32 - n));

	function block(hash, k, view, at) {
		const w = new Int32Array(64);
		for (let i = 0; i < 64; i++) {
			if (i < 16) {
				w[i] = view.getInt32(at + 4 * i);
				continue;
			}
			const s0 = turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ (w[i - 15] >>> 3);
			const s1 = turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ (w[i - 2] >>> 10);
			w[i] = w[i - 16] + s0 + w[i - 7] + s1;
		}
		let [a, b, c, d, e, f, g, h] = hash;
		for (let i = 0; i < 64; i++) {
			const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
			const t1 = (h + s1 + ((e & f) ^ (~e & g)) + k[i] + w[i]) | 0;
			const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
			const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
			[h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
		}
		[a, b, c, d, e, f, g, h].forEach((n, i) => (hash[i] = (hash[i] + n) | 0));
	}

	const lines = (s) => s.replace(/\r\n?/g, "\n");

	// contentSum is the checksum of the entries as they stand in a file; the program computes the same.
	function contentSum(head, columns, rows) {
		const kept = columns.map((c, i) => i).filter((i) => columns[i] !== "mark");
		const table = rows.map((row) => kept.map((i) => lines(row[i])).join("\x1f")).sort(byBytes);
		const first = ["study", "test", "reviewer", "minutes"].map((name) => head[name]).join("\x1f");
		return sha256(["iucom-sheet-content/1", first].concat(table).join("\x1e"));
	}

	// byBytes orders texts as their UTF-8 bytes are ordered.
	function byBytes(a, b) {
		const x = Array.from(a), y = Array.from(b);
		for (let i = 0; i < Math.min(x.length, y.length); i++) {
			if (x[i] !== y[i]) {
				return x[i].codePointAt(0) - y[i].codePointAt(0);
			}
		}
		return x.length - y.length;
	}

	const startsFormula = (s) => /^[ \u00a0]*[=+\-@\t\r\n]/.test(s);
	const plainNumber = (s) => /^[+-]?[0-9]+([.,][0-9]+)?$/.test(s);
	const guarded = (s) => (startsFormula(s.replace(/^'+/, "")) && !plainNumber(s) ? "'" + s : s);
	const cell = (s) => '"' + guarded(s).replace(/\r\n?|\n/g, "\r\n").replace(/"/g, '""') + '"';

	function headOf(sheet, state) {
		const head = {};
		for (const h of sheet.head) {
			head[h.name] = h.value;
		}
		head.reviewer = state.reviewer.trim().toUpperCase();
		head.minutes = state.minutes;
		return head;
	}

	function rowsOf(sheet, state, words) {
		return sheet.rows.map((row) => sheet.columns.map((c) => {
			if (c.name in row) {
				return row[c.name];
			}
			const value = (state.values[row.code] || {})[c.name] || "";
			return words && Object.hasOwn(c.words, value) ? c.words[value] : value;
		}));
	}

	function csv(sheet, state) {
		const head = headOf(sheet, state);
		const rows = rowsOf(sheet, state, true);
		const names = sheet.columns.map((c) => c.name);
		head.content = contentSum(head, names, rows);
		const top = sheet.head.map((h) => [h.label, head[h.name]]);
		const all = top.concat([sheet.columns.map((c) => c.heading)], rows);
		return "\ufeff" + all.map((row) => row.map(cell).join(sheet.separator) + "\r\n").join("");
	}

	function json(sheet, state) {
		const head = headOf(sheet, state);
		const rows = rowsOf(sheet, state, false);
		const columns = sheet.columns.map((c) => c.name);
		head.content = contentSum(head, columns, rows);
		return JSON.stringify({ format: sheet.format, head: head, columns: columns, rows: rows }, null, 1) + "\n";
	}

	return { csv: csv, json: json };
})();
