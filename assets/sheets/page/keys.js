// Single keys: figures fill in the current field, letters do what the help of the page says. They act outside text
// fields only, and not at all when the person switched them off.
const Keys = (function () {
	"use strict";
	const at = (id) => document.getElementById(id);
	const asking = () => document.querySelector("dialog[open]") !== null;

	// listen takes the keys. group gives the field that figures fill in, actions what a letter does.
	function listen(page) {
		at("form").addEventListener("keydown", (event) => {
			if (event.key === "Enter" && event.target.matches("input[type=number]")) {
				event.preventDefault();
				event.target.blur(); // the number is taken over
				onward(page);
			}
		});
		document.addEventListener("keydown", (event) => {
			const typing = event.target.matches("textarea, select, input:not([type=radio], [type=checkbox])");
			if (typing || event.ctrlKey || event.altKey || event.metaKey || !at("shortcuts").checked || asking()) {
				return;
			}
			if (/^[0-9]$/.test(event.key)) {
				if (!event.target.closest("#origins-form") && digit(page, Number(event.key))) {
					event.preventDefault();
				}
			} else if (Object.hasOwn(page.actions, event.key)) {
				event.preventDefault();
				page.actions[event.key]();
			}
		});
	}

	// digit fills in the current field and goes on to the next open one. It tells whether the key is used up: in a number
	// it is the first figure.
	function digit(page, n) {
		const set = page.group();
		const number = set?.querySelector("input[type=number]");
		if (number && n > 0) {
			number.focus();
			return false;
		}
		const radios = Array.from(set?.querySelectorAll("input[type=radio]") || []);
		const radio = n === 0 ? radios[radios.length - 1] : radios.slice(0, -1)[n - 1];
		if (radio) {
			radio.click();
			onward(page);
		}
		return true;
	}

	// onward goes to the next open field of the answer.
	function onward(page) {
		if (!asking()) {
			document.activeElement.blur();
			page.group()?.querySelector("input").focus();
		}
	}

	return { listen: listen };
})();
