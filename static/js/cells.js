/* The cell of a board under a pointer, by its name; or, of squares, the edge of a cell that is nearest to it. */
(() => {
  "use strict";
  const SQUARE = 60, COLUMN = 45, ROW = 52, HALF = 26, LEFT = 30, A = 64, LETTERS = 26;
  const letters = (column) => (column > LETTERS ? String.fromCharCode(A + Math.floor((column - 1) / LETTERS)) : "") + String.fromCharCode(A + 1 + (column - 1) % LETTERS);

  const two = (number) => String(number).padStart(2, "0");

  // the hex whose middle is nearest
  function hexUnder({ x, y }, { across, down }) {
    let least = ROW * ROW, found = "";
    for (let column = 1; column <= across; column += 1) {
      for (let row = 1; row <= down; row += 1) {
        const away = (LEFT + COLUMN * (column - 1) - x) ** 2 + (HALF + ROW * (row - 1) + (column % 2 ? 0 : HALF) - y) ** 2;
        if (away < least) [least, found] = [away, two(column) + two(row)];
      }
    }
    return found;
  }

  window.cellUnder = (map, { clientX, clientY }, edges, size = map.dataset) => {
    const at = new DOMPoint(clientX, clientY).matrixTransform(map.getScreenCTM().inverse());
    if (size.shape === "hex") return hexUnder(at, size);
    const [column, row] = [at.x, at.y].map((value) => Math.floor(value / SQUARE) + 1);
    if (column < 1 || row < 1 || column > size.across || row > size.down) return "";
    if (!edges) return letters(column) + row;
    const x = at.x % SQUARE, y = at.y % SQUARE, least = Math.min(x, y, SQUARE - x, SQUARE - y);
    if (least === SQUARE - x) return `${letters(column)}${row}:e`;
    if (least === SQUARE - y) return `${letters(column)}${row}:s`;
    if (least === x) return column > 1 ? `${letters(column - 1)}${row}:e` : "";
    return row > 1 ? `${letters(column)}${row - 1}:s` : "";
  };
})();
