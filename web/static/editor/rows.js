// Functions on paintings as rows of letters. Each returns new rows.

export const painted = (rows, [r, c], letter) =>
  rows.map((row, at) => (at === r ? row.slice(0, c) + letter + row.slice(c + 1) : row));

export const inside = (rows, [r, c]) => r >= 0 && c >= 0 && r < rows.length && c < rows[0].length;

// Return the rows after filling an area: all cells with the same letter that connect to `start` by edges get `letter`.
export function filled(rows, start, letter) {
  const old = rows[start[0]][start[1]];
  if (old === letter) return rows;
  const grid = rows.map((row) => [...row]);
  const left = [start];
  while (left.length) {
    const [r, c] = left.pop();
    if (!inside(rows, [r, c]) || grid[r][c] !== old) continue;
    grid[r][c] = letter;
    left.push([r - 1, c], [r + 1, c], [r, c - 1], [r, c + 1]);
  }
  return grid.map((row) => row.join(""));
}

// Return the rows after changing each cell of a rectangle to `letter(before)`. The rectangle is given by two corners.
export function boxed(rows, [r, c], [toR, toC], letter) {
  const isIn = (at, one, other) => at >= Math.min(one, other) && at <= Math.max(one, other);
  return rows.map((row, y) =>
    isIn(y, r, toR) ? [...row].map((before, x) => (isIn(x, c, toC) ? letter(before) : before)).join("") : row);
}

export const copied = (rows, from, to) => rows.map((row, at) => (at === to ? rows[from] : row));

// Add a row or column of `empty` cells at a side, or take one off.
export const grown = {
  top: (rows, empty) => [empty.repeat(rows[0].length), ...rows],
  bottom: (rows, empty) => [...rows, empty.repeat(rows[0].length)],
  left: (rows, empty) => rows.map((row) => empty + row),
  right: (rows, empty) => rows.map((row) => row + empty),
};
export const shrunk = {
  top: (rows) => rows.slice(1),
  bottom: (rows) => rows.slice(0, -1),
  left: (rows) => rows.map((row) => row.slice(1)),
  right: (rows) => rows.map((row) => row.slice(0, -1)),
};

// Return the row or column at each side.
const edges = {
  top: (rows) => rows[0],
  bottom: (rows) => rows.at(-1),
  left: (rows) => rows.map((row) => row[0]),
  right: (rows) => rows.map((row) => row.at(-1)),
};

// Return a square turned right by a quarter.
export const turned = (rows) => rows.map((_, c) => rows.map((row) => row[c]).reverse().join(""));

// Return the rows without empty rows and columns at the edges.
export function trimmed(rows, empty) {
  const isBare = (line) => [...line].every((letter) => letter === empty);
  let left = rows;
  for (const [side, edge] of Object.entries(edges)) {
    while (left.length && left[0].length && isBare(edge(left))) left = shrunk[side](left);
  }
  return left[0] ? left : [];
}

// Return the rows in the top left corner of a rectangle with at least `n` rows and columns.
export function padded(rows, n, empty) {
  const width = Math.max(n, ...rows.map((row) => row.length));
  const lines = Array.from({ length: Math.max(n, rows.length) }, (_, at) => rows[at] ?? "");
  return lines.map((row) => row.padEnd(width, empty));
}
