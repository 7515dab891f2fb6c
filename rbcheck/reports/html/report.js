(() => {
  "use strict";
  const root = document.documentElement;
  const buttons = [...document.querySelectorAll(".langs button")];

  function speak(lang) {
    root.lang = lang;
    for (const button of buttons) button.setAttribute("aria-pressed", String(button.value === lang));
  }

  for (const button of buttons) {
    button.addEventListener("click", () => { speak(button.value); history.replaceState(null, "", "#" + button.value); });
  }
  const asked = location.hash.slice(1);
  speak(buttons.some((button) => button.value === asked) ? asked : root.lang);

  function valueOf(row, column) {
    return row.cells[column].dataset.value ?? row.cells[column].textContent;
  }

  function sort(head) {
    const table = head.closest("table");
    const body = table.tBodies[0];
    const column = head.cellIndex;
    const number = head.classList.contains("number");
    const down = head.getAttribute("aria-sort") ? head.getAttribute("aria-sort") === "ascending" : number;
    const rows = [...body.rows].map((row) => [valueOf(row, column), row]);
    rows.sort(([one, first], [two, second]) => {
      // What has no value stays below, whichever way is sorted.
      if (one === "" || two === "") return (one === "") - (two === "") || first.dataset.place - second.dataset.place;
      const order = number ? one - two : one.localeCompare(two, root.lang, { numeric: true });
      return (down ? -order : order) || first.dataset.place - second.dataset.place;
    });
    for (const other of head.parentElement.cells) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    body.append(...rows.map(([, row]) => row));
  }

  for (const button of document.querySelectorAll("th button")) {
    button.addEventListener("click", () => sort(button.closest("th")));
  }
})();
