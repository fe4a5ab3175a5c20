// Paints the keepsake picture of a game, for people to send to friends: 1080 x 1350 dots, which is as large as chats show a
// picture whole.

import { artThere } from "../drawing/art.js";
import { gameName, t } from "../drawing/words.js";
import { day } from "../keeping.js";
import { names, say } from "../say.js";
import { $, bare } from "../page.js";

const [WIDTH, HEIGHT] = [1080, 1350];
const [NIGHT, DEEP, SURFACE, EDGE] = ["#1a1210", "#14110d", "#211c16", "#40372b"];
const [CREAM, MUTED, LAMP, INK] = ["#f4ebdb", "#bfb19a", "#edb24f", "#14110d"];
const MARGIN = 40;
const MANY = 5; // with more people, the rows are lower
const APART = 80; // dots at least between the title and the date
const FIGURES = 1322; // dots from the top to the line of figures

// Return a canvas with the picture, made from the parts of a story.
export async function keepsake(parts) {
  await artThere();
  const canvas = Object.assign(document.createElement("canvas"), { width: WIDTH, height: HEIGHT });
  const brush = new Brush(canvas.getContext("2d"), parts);
  brush.fill(DEEP, 0, 0, WIDTH, HEIGHT);
  const { places = [] } = parts["block ranking"] ?? {};
  const scored = places.some(({ place, points }) => place === 1 && Number.isInteger(points));
  await (scored ? points(brush, parts, places) : sides(brush, parts, places));
  const gap = "\u2002·\u2002";
  brush.words(parts.keepsake.figures.map(say).join(gap), WIDTH / 2, FIGURES, 36, { ink: MUTED, most: WIDTH - 2 * MARGIN, align: "center" });
  return canvas;
}

// Draw the title picture as high as `height`, cut at its sides.
async function heading(brush, parts, height) {
  await brush.picture(`a-box-${parts.place.game}`, (WIDTH - 2.4 * height) / 2, 0, 2.4 * height, height);
  named(brush, parts);
}

function named(brush, { place, keepsake: { day: on } }) {
  const words = on && day(on);
  const width = on ? brush.width(words, 36, 600) + 48 : 0;
  brush.words(gameName(place), 62, 148, 144, { ink: "#fbe8c0", most: on ? WIDTH - 60 - width - APART - 62 : 940, serif: true, shade: DEEP });
  if (!on) return;
  brush.round("#14110dde", WIDTH - 60 - width, 64, width, 64, 32);
  brush.words(words, WIDTH - 60 - width / 2, 108, 36, { ink: "#fbe8c0", most: width, align: "center", weight: 600 });
}

// Draw a game with points: the winner large, the others in rows with bars from one line, and the highlight.
async function points(brush, parts, places) {
  const many = places.length > MANY;
  const [top, foot] = many ? [216, 420] : [330, 664];
  await heading(brush, parts, Math.max(450, foot - 60));
  brush.fill(NIGHT, 0, foot - 60, WIDTH, HEIGHT);
  const first = places.filter(({ place }) => place === 1);
  await winner(brush, first, top, foot - top);
  const others = places.slice(first.length);
  const room = 1072 - foot;
  const pitch = Math.min(many ? 90 : 122, room / Math.max(1, others.length));
  const most = Math.max(...places.map(({ points: n }) => n));
  for (const [n, one] of others.entries()) await row(brush, one, most, foot + 24 + n * pitch, Math.min(many ? 72 : 104, pitch - 8));
  moment(brush, parts.keepsake.highlight, 1090, 172);
}

async function winner(brush, first, top, height) {
  const colours = brush.coloursOf(first.length === 1 ? first[0].seat : null);
  brush.round(colours.fill, MARGIN, top, WIDTH - 2 * MARGIN, height, 28);
  brush.rays(colours.ink, MARGIN, top, WIDTH - 2 * MARGIN, height, 28);
  const shown = first.slice(0, 3);
  const radius = Math.min(height * 0.39, shown.length === 1 ? 130 : 92);
  const step = radius * 1.9;
  for (const [n, { seat }] of shown.entries()) await brush.medallion(seat, 100 + radius + n * step, top + height / 2, radius);
  const left = 100 + 2 * radius + (shown.length - 1) * step + 50;
  const most = WIDTH - MARGIN - 34 - left;
  const size = Math.min(130, height * 0.42);
  const words = first.length === 1 ? brush.name(first[0].seat) : say(names(first.map(({ seat }) => seat)));
  brush.words(words, left, top + height * 0.5, size, { ink: colours.ink, most, weight: 800 });
  const key = first.length === 1 ? "finale.wins" : "finale.win";
  const isSide = first.some(({ points }) => points !== first[0].points);
  if (!isSide) brush.words(t(key, { count: first[0].points }), left, top + height * 0.5 + size * 0.62, size * 0.42, { ink: colours.ink, most, weight: 600 });
}

async function row(brush, { place, seat, points: n }, most, top, height) {
  const [middle, scale] = [top + height / 2, height / 104];
  brush.round(SURFACE, MARGIN, top, WIDTH - 2 * MARGIN, height, 18, EDGE);
  brush.words(String(place), 92, middle + 17, 48, { ink: MUTED, most: 60, align: "center", weight: 700 });
  await brush.piece(seat, 186, middle, 66 * scale);
  brush.words(brush.name(seat), 248, middle + 21, Math.max(44, 60 * scale), { ink: CREAM, most: 290, weight: 600 });
  if (n > 0 && most > 0) brush.round(brush.coloursOf(seat).fill, 560, middle - 24 * scale, Math.max(12, (300 * n) / most), 48 * scale, 8, CREAM);
  brush.words(String(n), 1000, middle + 25, Math.max(56, 72 * scale), { ink: CREAM, most: 150, align: "right", weight: 700 });
}

// Draw a game with sides: the tower at the end, who won, and the people of each side with their roles. If nobody won, all
// people are together.
async function sides(brush, parts, places) {
  const { stacks } = parts.keepsake;
  if (stacks) {
    brush.sky(640);
    await brush.stacks(stacks, WIDTH / 2, 490);
    named(brush, parts);
  } else await heading(brush, parts, 640);
  brush.fill(DEEP, 0, 640, WIDTH, HEIGHT);
  brush.fill(LAMP, 0, 640, WIDTH, 116);
  brush.words(say(parts.now.line), WIDTH / 2, 716, 54, { ink: INK, most: WIDTH - 60, align: "center", serif: true });
  const groups = [places.filter(({ place }) => place === 1), places.filter(({ place }) => place !== 1)];
  if (groups[0].length) await group(brush, groups[0], 784, LAMP);
  if (groups[1].length) await group(brush, groups[1], groups[0].length ? 1002 : 784, EDGE);
  brush.lines(say(parts.keepsake.highlight), WIDTH / 2, 1234, 36, { ink: CREAM, most: WIDTH - 2 * MARGIN, weight: 600 }, 1);
}

async function group(brush, people, top, frame) {
  const height = 202;
  brush.round(SURFACE, MARGIN, top, WIDTH - 2 * MARGIN, height, 24, frame, 5);
  const rows = people.length > 5 ? 2 : 1;
  const columns = Math.ceil(people.length / rows);
  const [wide, high] = [(WIDTH - 2 * MARGIN - 24) / Math.max(1, columns), (height - 16) / rows];
  for (const [n, { seat, note }] of people.entries()) {
    const x = MARGIN + 12 + wide * ((n % columns) + 0.5);
    const y = top + 8 + high * Math.floor(n / columns);
    if (rows === 1) await standing(brush, seat, note, x, y, wide - 16);
    else await beside(brush, seat, note, x - wide / 2 + 8, y, wide - 16);
  }
}

async function standing(brush, seat, note, x, y, most) {
  await brush.piece(seat, x, y + 42, 66);
  brush.words(seat, x, y + 116, 40, { ink: CREAM, most, align: "center", weight: 600 });
  if (note) brush.lines(say(note), x, y + 156, 26, { ink: MUTED, most, weight: 600 }, 2);
}

async function beside(brush, seat, note, x, y, most) {
  await brush.piece(seat, x + 24, y + 46, 46);
  brush.words(seat, x + 58, y + (note ? 42 : 56), 34, { ink: CREAM, most: most - 58, weight: 600 });
  if (note) brush.words(say(note), x + 58, y + 78, 26, { ink: MUTED, most: most - 58, weight: 600 });
}

function moment(brush, highlight, top, height) {
  if (!highlight) return;
  brush.round(LAMP, MARGIN, top, WIDTH - 2 * MARGIN, height, 24);
  brush.lines(say(highlight), WIDTH / 2, top + height / 2, 54, { ink: INK, most: WIDTH - 2 * MARGIN - 56, serif: true }, 2);
}

// A canvas, with functions for all that the picture consists of.
class Brush {
  #at;
  #pieces;
  #game;
  #fonts;
  #called;

  constructor(at, { place: { pieces, game }, keepsake: { called = {} } }) {
    const sans = getComputedStyle(document.body).fontFamily;
    const serif = getComputedStyle(document.documentElement).getPropertyValue("--serif");
    [this.#at, this.#pieces, this.#game, this.#fonts, this.#called] = [at, pieces, game, { sans, serif }, called];
  }

  name(seat) {
    return this.#called[seat] ? say(this.#called[seat]) : seat;
  }

  fill(colour, x, y, width, height) {
    this.#at.fillStyle = colour;
    this.#at.fillRect(x, y, width, height);
  }

  round(colour, x, y, width, height, radius, edge = "", thick = 3) {
    this.#outline(x, y, width, height, radius);
    this.#at.fillStyle = colour;
    this.#at.fill();
    if (!edge) return;
    [this.#at.strokeStyle, this.#at.lineWidth] = [edge, thick];
    this.#at.stroke();
  }

  #outline(x, y, width, height, radius) {
    this.#at.beginPath();
    this.#at.roundRect(x, y, width, height, Math.min(radius, width / 2, height / 2));
  }

  // Draw faint rays from the middle of the left part, inside a round field.
  rays(colour, x, y, width, height, radius) {
    const at = this.#at;
    at.save();
    this.#outline(x, y, width, height, radius);
    at.clip();
    [at.fillStyle, at.globalAlpha] = [colour, 0.09];
    for (let n = 0; n < 12; n += 1) {
      at.beginPath();
      at.moveTo(x + 200, y + height / 2);
      at.arc(x + 200, y + height / 2, 1200, (n * Math.PI) / 6, (n * Math.PI) / 6 + Math.PI / 12);
      at.fill();
    }
    at.restore();
  }

  sky(height) {
    const dusk = this.#at.createLinearGradient(0, 0, 0, height);
    dusk.addColorStop(0, "#1c2033");
    dusk.addColorStop(1, "#4a2f26");
    this.fill(dusk, 0, 0, WIDTH, height);
    for (const [radius, alpha] of [[430, 0.13], [310, 0.2]]) this.#disc(`rgba(240, 183, 80, ${alpha})`, WIDTH / 2, 380, radius);
    this.#at.fillStyle = "#2a1c17";
    this.#at.fill(new Path2D("M0 560 220 510 480 570 780 520 1080 565V660H0Z"));
  }

  #disc(colour, x, y, radius) {
    this.#at.beginPath();
    this.#at.arc(x, y, radius, 0, 2 * Math.PI);
    this.#at.fillStyle = colour;
    this.#at.fill();
  }

  width(words, size, weight) {
    this.#at.font = `${weight} ${size}px ${this.#fonts.sans}`;
    return this.#at.measureText(words).width;
  }

  // Write one line. If it is too long, its letters are smaller.
  words(words, x, y, size, { ink, most, align = "left", weight = 700, serif = false, shade = "" }) {
    const at = this.#at;
    const plain = bare(words);
    const font = (n) => `${weight} ${n}px ${serif ? this.#fonts.serif : this.#fonts.sans}`;
    at.font = font(size);
    const fits = Math.min(1, most / at.measureText(plain).width);
    at.font = font(Math.floor(size * fits));
    [at.fillStyle, at.textAlign, at.shadowColor, at.shadowBlur] = [ink, align, shade, shade ? 18 : 0];
    at.fillText(plain, x, y);
    at.shadowBlur = 0;
  }

  // Write words in at most `most` lines of nearly equal length, around height `middle`.
  lines(words, x, middle, size, look, most) {
    const at = this.#at;
    at.font = `700 ${size}px ${look.serif ? this.#fonts.serif : this.#fonts.sans}`;
    const isOne = most === 1 || at.measureText(bare(words)).width <= look.most;
    const lines = isOne ? [words] : this.#halves(words);
    const step = size * 1.35;
    lines.forEach((line, n) => this.words(line, x, middle + size * 0.36 + (n - (lines.length - 1) / 2) * step, size, { ...look, align: "center" }));
  }

  #halves(words) {
    const breaks = [...words].flatMap((letter, n) => (" \u200b".includes(letter) ? [n] : []));
    const longer = (n) => Math.max(...[words.slice(0, n), words.slice(n)].map((half) => this.#at.measureText(half).width));
    const best = breaks.reduce((one, other) => (longer(other) < longer(one) ? other : one), breaks[0] ?? words.length);
    return [words.slice(0, best), words.slice(best).trim()].filter(Boolean);
  }

  // Return the colours of a seat: that of its field (`fill`), and that of words on it (`ink`).
  coloursOf(seat) {
    const fill = seat && $(`#p${this.#pieces[seat]} path`)?.getAttribute("fill");
    if (!fill) return { fill: seat ? "#6b6358" : "#2c251d", ink: CREAM };
    const [red, green, blue] = [1, 3, 5].map((n) => Number.parseInt(fill.slice(n, n + 2), 16) / 255);
    return { fill, ink: 0.3 * red + 0.59 * green + 0.11 * blue > 0.45 ? INK : "#fff6ea" };
  }

  // Draw a seat's piece with a light edge. A seat without one has the beginning of its name.
  async piece(seat, x, y, size) {
    const number = this.#pieces[seat];
    if (number) await this.picture(`p${number}`, x - size / 2, y - size / 2, size, size, CREAM);
    else this.words([...seat][0], x, y + size * 0.32, size * 0.9, { ink: CREAM, most: size, align: "center" });
  }

  // Draw a piece on a dark disc with a wreath of flowers.
  async medallion(seat, x, y, radius) {
    this.#disc(CREAM, x, y, radius);
    this.#disc(INK, x, y, radius * 0.93);
    await this.piece(seat, x, y, radius * 1.05);
    const petal = radius * 0.055;
    for (let n = 0; n < 20; n += 1) {
      const [dx, dy] = [Math.cos((n * Math.PI) / 10), Math.sin((n * Math.PI) / 10)].map((part) => part * radius * 0.965);
      for (const [px, py] of [[-1, 0], [1, 0], [0, -1], [0, 1]]) this.#disc("#fff3d6", x + dx + px * petal, y + dy + py * petal, petal);
      this.#disc("#c98a2c", x + dx, y + dy, petal * 0.6);
    }
  }

  // Draw stacks of blocks on their base, the ones at the back first. A high tower is drawn smaller, so that the title stays free.
  async stacks(rows, x, middle) {
    const high = Math.max(1, ...rows.flat());
    const scale = Math.min(0.92, (middle - 170) / (46 * high + 75));
    const at = (dx, dy) => [x + dx * scale, middle + dy * scale];
    await this.#block("base", at(-210, -105), 420 * scale, 232 * scale);
    for (const [r, row_] of rows.entries())
      for (const [c, height] of row_.entries())
        for (let level = 0; level < height; level += 1)
          await this.#block("block", at((c - r) * 62 - 62, (c + r - 2) * 31 - 46 * level - 79), 124 * scale, 112 * scale);
  }

  #block(key, [x, y], width, height) {
    return this.picture(`a-${this.#game}-${key}`, x, y, width, height);
  }

  // Draw a picture of the page by its id. A missing one is left out.
  async picture(id, x, y, width, height, ink = CREAM) {
    const drawn = await picture(id, ink);
    if (drawn) this.#at.drawImage(drawn, x, y, width, height);
  }
}

const known = new Map();

// Return a picture of the page as an image, large enough for the canvas.
function picture(id, ink) {
  const name = `${id} ${ink}`;
  if (!known.has(name)) known.set(name, loaded($(`#${id}`), ink));
  return known.get(name);
}

async function loaded(symbol, ink) {
  if (!symbol) return null;
  const [, , width, height] = symbol.getAttribute("viewBox").split(" ").map(Number);
  const size = `width="${(WIDTH * width) / Math.max(width, height)}" height="${(WIDTH * height) / Math.max(width, height)}"`;
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${symbol.getAttribute("viewBox")}" ${size} color="${ink}">${symbol.innerHTML}</svg>`;
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(drawing)}`;
  try {
    await image.decode();
    return image;
  } catch {
    return null; // a picture that cannot be read leaves its place empty
  }
}
