// What the browser keeps from one opening of the page to the next. Everything stays on this computer.
const Store = (function () {
	"use strict";

	// open gives a store for one sheet. works tells whether the browser keeps anything at all: private windows, full
	// disks and forbidden storage do not, and the page must say so.
	function open(name) {
		const key = "iucom-sheet/1/" + name;
		let works = true;
		const trying = (act) => {
			try {
				return act();
			} catch {
				works = false;
				return null;
			}
		};
		trying(() => {
			localStorage.setItem(key + "/probe", "1");
			works = localStorage.getItem(key + "/probe") === "1";
			localStorage.removeItem(key + "/probe");
		});
		return {
			works: () => works,
			read: () => trying(() => JSON.parse(localStorage.getItem(key))),
			write: (state) => trying(() => localStorage.setItem(key, JSON.stringify(state))),
			forget: () => trying(() => localStorage.removeItem(key)),
		};
	}

	return { open: open };
})();
