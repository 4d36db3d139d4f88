/* The cell of a board of squares under a pointer, by its name, or the edge of a cell that is nearest to it. */
(() => {
  "use strict";
  const SQUARE = 60, A = 64, LETTERS = 26;
  const letters = (column) => (column > LETTERS ? String.fromCharCode(A + Math.floor((column - 1) / LETTERS)) : "") + String.fromCharCode(A + 1 + (column - 1) % LETTERS);

  window.cellUnder = (map, { clientX, clientY }, edges) => {
    const at = new DOMPoint(clientX, clientY).matrixTransform(map.getScreenCTM().inverse());
    const [column, row] = [at.x, at.y].map((value) => Math.floor(value / SQUARE) + 1);
    if (column < 1 || row < 1 || column > map.dataset.across || row > map.dataset.down) return "";
    if (!edges) return letters(column) + row;
    const x = at.x % SQUARE, y = at.y % SQUARE, least = Math.min(x, y, SQUARE - x, SQUARE - y);
    if (least === SQUARE - x) return `${letters(column)}${row}:e`;
    if (least === SQUARE - y) return `${letters(column)}${row}:s`;
    if (least === x) return column > 1 ? `${letters(column - 1)}${row}:e` : "";
    return row > 1 ? `${letters(column)}${row - 1}:s` : "";
  };
})();
