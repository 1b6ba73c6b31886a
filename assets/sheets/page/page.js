// The page: which answer is shown, what is kept, when the origin opens, what is handed over. Nothing is sent anywhere.
(function () {
	"use strict";
	const sheet = JSON.parse(document.getElementById("sheet").textContent);
	const at = (id) => document.getElementById(id);
	const element = Rating.element;
	const rated = sheet.columns.filter((c) => c.kind !== "fixed" && c.name !== "origin");
	const origin = sheet.columns.find((c) => c.name === "origin");
	const store = Store.open(sheet.store);
	const fresh = () => ({ reviewer: at("reviewer").defaultValue, minutes: "", values: {}, notes: {}, marks: {} });
	const earlier = store.read();
	const state = Object.assign(fresh(), earlier);
	let current = sheet.answers[0].code;
	let handedOver = true;

	const say = (text) => (at("status").textContent = text);
	const filled = (text, values) => text.replace(/{(\w+)}/g, (all, name) => values[name]);
	const valueOf = (code, column) => (state.values[code] || {})[column] || "";
	const answerOf = (code) => sheet.answers.find((a) => a.code === code);

	function alarm(text) {
		at("alarm").textContent = text;
		at("alarm").hidden = text === "";
	}

	function keep() {
		handedOver = false;
		store.write(state);
		if (!store.works()) {
			alarm(sheet.text["not-kept"]);
		}
	}

	// ask opens a dialog and resolves to whether the person said yes; Escape says no. The browser tells of a closed dialog
	// a moment later, when the same dialog may be open again: so an answer settles its own question, not the event.
	const asked = new Map();
	function ask(dialog) {
		return new Promise((resolve) => {
			asked.set(dialog, resolve);
			dialog.showModal();
			dialog.querySelector("[data-answer=no]").focus();
		});
	}
	function settle(dialog, yes) {
		const resolve = asked.get(dialog);
		asked.delete(dialog);
		dialog.close();
		resolve?.(yes);
	}
	for (const dialog of document.querySelectorAll("dialog")) {
		dialog.addEventListener("close", () => dialog.open || settle(dialog, false));
		for (const button of dialog.querySelectorAll("[data-answer]")) {
			button.addEventListener("click", () => settle(dialog, button.dataset.answer === "yes"));
		}
	}

	const guessed = () => sheet.rows.some((r) => valueOf(r.code, "origin") !== "");

	// choose takes a value over. A rating that is changed after a guess of the origin is asked about.
	async function choose(code, column, value, wrong) {
		const before = valueOf(code, column.name);
		if (before === value) {
			return;
		}
		const late = column.kind !== "text" && column.name !== "origin" && before !== "" && guessed();
		if (late && !(await ask(at("changed")))) {
			showRating();
			return;
		}
		state.values[code] = Object.assign(state.values[code] || {}, { [column.name]: value });
		keep();
		say("");
		if (column.kind !== "text") {
			if (!wrong) {
				showRating();
			}
			showCodes();
			showOrigins();
		}
	}

	function gaps() {
		const found = [];
		for (const a of sheet.answers) {
			for (const c of Rating.open(rated.concat([origin]), state.values[a.code])) {
				found.push({ code: a.code, column: c });
			}
		}
		return found;
	}

	function showCodes() {
		const list = at("codes");
		list.textContent = "";
		for (const a of sheet.answers) {
			const open = Rating.open(rated, state.values[a.code]).length;
			const all = rated.filter((c) => c.kind !== "text").length;
			const [sign, word] = open === 0 ? ["✓", sheet.text.done] : open < all ? ["…", sheet.text.part] : ["", sheet.text.open];
			const button = element("button", (a.code + " " + sign).trim(), { type: "button" });
			button.setAttribute("aria-label", a.title + ", " + word);
			button.setAttribute("aria-current", String(a.code === current));
			button.addEventListener("click", () => go(a.code));
			const item = element("li");
			item.append(button);
			list.append(item);
		}
		const all = sheet.answers.length * (rated.filter((c) => c.kind !== "text").length + 1);
		at("progress").textContent = filled(sheet.text.progress, { done: all - gaps().length, all: all });
	}

	// showRating draws the fields of the answer and leaves the focus where it was.
	function showRating() {
		const form = at("form");
		const active = form.contains(document.activeElement) ? document.activeElement : null;
		const was = active && { name: active.name, value: active.value, column: active.closest("fieldset")?.dataset.column };
		form.textContent = "";
		for (const c of rated) {
			form.append(Rating.field(sheet, current, c, valueOf(current, c.name), (value, wrong) => choose(current, c, value, wrong)));
		}
		const notes = element("label", filled(sheet.text.notes, { code: current }));
		const area = element("textarea", undefined, { value: state.notes[current] || "" });
		area.addEventListener("input", () => {
			state.notes[current] = area.value;
			keep();
		});
		notes.append(area);
		form.append(notes);
		at("rating-title").textContent = sheet.text.rating + ": " + answerOf(current).title;
		markCurrent();
		if (was && was.column) {
			const group = form.querySelector("[data-column=" + was.column + "]");
			const same = Array.from(group.querySelectorAll("input")).find((i) => i.name === was.name && i.value === was.value);
			(same || group.querySelector("input:checked") || group.querySelector("input")).focus();
		}
	}

	// group is the field that single keys fill in: the one with the focus, else the first open one.
	function group() {
		const focused = document.activeElement.closest && document.activeElement.closest("#form fieldset");
		const open = Rating.open(rated, state.values[current])[0];
		return focused || (open && at("form").querySelector("[data-column=" + open.name + "]"));
	}

	function markCurrent() {
		const now = group();
		for (const set of at("form").querySelectorAll("fieldset")) {
			set.classList.toggle("current", set === now);
		}
	}

	function showOrigins() {
		const open = gaps().filter((g) => g.column !== origin).length;
		const closed = open > 0 && !guessed();
		at("origins-about").textContent = closed ? filled(sheet.text["origin-closed"], { n: open }) : sheet.text["origin-open"];
		const form = at("origins-form");
		if (closed) {
			form.textContent = "";
			return;
		}
		const active = form.contains(document.activeElement) ? [document.activeElement.name, document.activeElement.value] : null;
		form.textContent = "";
		for (const a of sheet.answers) {
			const column = Object.assign({}, origin, { heading: a.title });
			form.append(Rating.field(sheet, a.code, column, valueOf(a.code, "origin"), (value) => choose(a.code, origin, value)));
		}
		if (active) {
			Array.from(form.querySelectorAll("input")).find((i) => i.name === active[0] && i.value === active[1])?.focus();
		}
	}

	// Texts go by their IDs: references by number, answers by code.
	const shownIn = { reference: () => at("reference-choice").value, answer: () => current };

	function showText(side) {
		const id = shownIn[side]();
		const shown = sheet.references[id] || answerOf(id);
		at(side + "-text").setAttribute("aria-label", shown.title);
		Texts.show(at(side + "-text"), shown.text, state.marks[id] || []);
	}

	function front(side) {
		at("desk").dataset.front = side;
	}

	function fillReferences() {
		const choice = at("reference-choice");
		sheet.references.forEach((r, i) => choice.append(new Option(r.title, i)));
		sheet.answers.forEach((a) => choice.append(new Option(a.title, a.code)));
		choice.addEventListener("change", () => {
			showText("reference");
			front("reference");
		});
	}

	function go(code) {
		current = code;
		at("answer-title").textContent = answerOf(code).title;
		showText("answer");
		at("answer-text").scrollTop = 0;
		showCodes();
		showRating();
		front("answer");
		at("answer-title").focus({ preventScroll: true });
	}

	function step(by) {
		const i = sheet.answers.findIndex((a) => a.code === current) + by;
		if (sheet.answers[i]) {
			go(sheet.answers[i].code);
		}
	}

	function highlight() {
		for (const side of ["reference", "answer"]) {
			const passage = Texts.selected(at(side + "-text"));
			if (passage) {
				const id = shownIn[side]();
				state.marks[id] = Texts.joined(state.marks[id] || [], passage);
				window.getSelection().removeAllRanges();
				showText("reference");
				showText("answer");
				keep();
				return;
			}
		}
		say(sheet.text["highlight-how"]);
	}

	function unhighlight(side, from) {
		const id = shownIn[side]();
		state.marks[id] = (state.marks[id] || []).filter((m) => from !== undefined && m[0] !== from);
		showText("reference");
		showText("answer");
		keep();
	}

	// ready tells whether the sheet may be handed over: an ID, whole minutes, and no gaps nobody knows of.
	async function ready() {
		if (!/^[A-Za-z]{1,2}[0-9]{1,4}$/.test(at("reviewer").value.trim())) {
			alarm(sheet.text["reviewer-wrong"]);
			at("reviewer").focus();
			return false;
		}
		if (!Rating.whole(at("minutes"), 0, sheet.mostMinutes)) {
			alarm(sheet.text["minutes-wrong"]);
			at("minutes").focus();
			return false;
		}
		alarm(store.works() ? "" : sheet.text["not-kept"]);
		const found = gaps();
		if (found.length === 0) {
			return true;
		}
		const list = at("gaps-list");
		list.textContent = "";
		for (const g of found) {
			const button = element("button", g.code + ": " + g.column.heading, { type: "button" });
			button.addEventListener("click", () => {
				settle(at("gaps"), false);
				visit(g);
			});
			const item = element("li");
			item.append(button);
			list.append(item);
		}
		return ask(at("gaps"));
	}

	function visit(gap) {
		if (gap.column === origin) {
			at("origins").scrollIntoView();
			at("origins-form").querySelector('input[name="' + gap.code + '.origin"]')?.focus();
			return;
		}
		go(gap.code);
		at("form").querySelector("[data-column=" + gap.column.name + "] input").focus();
	}

	async function handOver(ending, type, write) {
		if (!(await ready())) {
			return;
		}
		const link = element("a", undefined, { download: sheet.file + "_" + state.reviewer.trim().toUpperCase() + "." + ending });
		link.href = URL.createObjectURL(new Blob([write(sheet, state)], { type: type }));
		link.click();
		setTimeout(() => URL.revokeObjectURL(link.href), 60000);
		handedOver = true;
		say(sheet.text.saved);
	}

	function refer(i) {
		if (sheet.references[i]) {
			at("reference-choice").value = i;
			showText("reference");
			front("reference");
			at("reference-text").focus();
		}
	}

	Keys.listen({ group: group, actions: {
		n: () => step(1),
		p: () => step(-1),
		h: highlight,
		v: () => document.querySelector("[name=view]:not(:checked)").click(),
		a: () => {
			front("answer");
			at("answer-text").focus();
		},
		q: () => refer(0),
		g: () => refer(1 + (Number(at("reference-choice").value) || 0) % Math.max(1, sheet.references.length - 1)),
		r: () => group()?.querySelector("input").focus(),
	} });
	document.addEventListener("focusin", markCurrent);
	for (const name of ["reviewer", "minutes"]) {
		at(name).addEventListener("input", () => {
			state[name] = at(name).value;
			keep();
		});
	}
	for (const button of document.querySelectorAll("[data-mark]")) {
		button.addEventListener("mousedown", (event) => event.preventDefault()); // the selection stays
		button.addEventListener("click", highlight);
	}
	for (const button of document.querySelectorAll("[data-unmark]")) {
		button.addEventListener("click", () => unhighlight(button.dataset.unmark));
	}
	for (const side of ["reference", "answer"]) {
		at(side + "-text").addEventListener("click", (event) => {
			if (event.target.matches("mark") && window.getSelection().isCollapsed) {
				unhighlight(side, Number(event.target.dataset.from));
			}
		});
	}
	for (const radio of document.querySelectorAll("[name=view]")) {
		radio.addEventListener("change", () => (at("desk").dataset.view = radio.value));
	}
	for (const button of document.querySelectorAll("[data-show]")) {
		button.addEventListener("click", () => {
			front(button.dataset.show);
			at(button.dataset.show + "-text").focus();
		});
	}
	at("previous").addEventListener("click", () => step(-1));
	at("next").addEventListener("click", () => step(1));
	for (const form of [at("form"), at("origins-form")]) {
		form.addEventListener("submit", (event) => event.preventDefault());
	}
	at("save-csv").addEventListener("click", () => handOver("csv", "text/csv", Sheet.csv));
	at("save-json").addEventListener("click", () => handOver("json", "application/json", Sheet.json));
	at("forget").addEventListener("click", async () => {
		if (await ask(at("forgetting"))) {
			store.forget();
			for (const name of Object.keys(state)) {
				delete state[name];
			}
			Object.assign(state, fresh());
			start();
			handedOver = true;
			say("");
		}
	});
	window.addEventListener("beforeunload", (event) => {
		if (!handedOver && !store.works()) {
			event.preventDefault();
		}
	});

	function start() {
		at("reviewer").value = state.reviewer;
		at("minutes").value = state.minutes;
		go(current);
		showText("reference");
		showOrigins();
	}
	fillReferences();
	start();
	document.activeElement.blur();
	if (earlier) {
		at("instructions").open = false;
	}
	say(store.works() ? (earlier ? sheet.text.restored : sheet.text.kept) : "");
	alarm(store.works() ? "" : sheet.text["not-kept"]);
})();
