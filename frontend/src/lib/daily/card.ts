/** The card of a day: a country without its numbers, and what somebody made of it. */
import type { Edition } from '$lib/dicetrip/editions';

export interface Card {
  title: string;
  day: string;
  total: string;
  points: string;
  /** Champion, relaxed player, place and streak, each as a short line. */
  lines: readonly string[];
  address: string;
}

export const WIDTH = 1080;
export const HEIGHT = 1080;
const MARGIN = 72;
const INK = '#22303f';
const MUTED = '#5d6672';
const PAPER = '#f6efe2';
const SEA = '#cfe3ec';
const ZONES = ['#f6e5bd', '#d8e8cf', '#e7dbec'];
const ACCENT = '#b4450b';
const MAP = { x: 470, y: 300, size: 610 };
const LETTERS = ['700 1px "Josefin Sans"', '600 1px "Fira Sans"', '700 1px Kalam'];

/** The card as a message; nothing in it comes from the dice. */
export function cardText({ title, day, total, points, lines }: Card, link: string): string {
  return [`${title}, ${day}`, `${total} ${points}`, lines.join(' · '), link].join('\n');
}

/** Paint the card; letters that are not there yet are waited for. */
export async function paintCard(canvas: HTMLCanvasElement, edition: Edition, card: Card): Promise<void> {
  await Promise.all(LETTERS.map((font) => document.fonts.load(font)));
  const brush = canvas.getContext('2d');
  if (!brush) return;
  brush.fillStyle = PAPER;
  brush.fillRect(0, 0, WIDTH, HEIGHT);
  paintCountry(brush, edition);
  const write = writer(brush);
  write('Tumbletrip', MARGIN, 112, '700 44px "Josefin Sans"', MUTED);
  write(card.title, MARGIN, 190, '700 76px "Josefin Sans"', INK);
  write(card.day, MARGIN, 246, '600 36px "Fira Sans"', MUTED);
  write(card.total, MARGIN, 520, '700 260px Kalam', ACCENT, 420);
  write(card.points, MARGIN + 8, 590, '600 44px "Fira Sans"', INK, 400);
  const beside = MAP.x - MARGIN - 10; // the country keeps its coast
  card.lines.forEach((line, place) =>
    write(line, MARGIN, 720 + 62 * place, '600 42px "Fira Sans"', INK, beside),
  );
  write(card.address, MARGIN, HEIGHT - MARGIN, '600 36px "Fira Sans"', MUTED);
}

/** Writes lines that shrink rather than leave the card. */
function writer(brush: CanvasRenderingContext2D) {
  return (
    line: string,
    x: number,
    y: number,
    font: string,
    colour: string,
    most = WIDTH - 2 * MARGIN,
  ): void => {
    brush.font = font;
    brush.fillStyle = colour;
    brush.fillText(line, x, y, most);
  };
}

/** The country with its roads and empty cities, as everybody knows it before they play. */
function paintCountry(brush: CanvasRenderingContext2D, edition: Edition): void {
  const [left, top, width, height] = edition.viewbox;
  const scale = MAP.size / Math.max(width, height);
  brush.save();
  brush.beginPath();
  brush.arc(MAP.x + MAP.size / 2, MAP.y + MAP.size / 2, MAP.size / 2 + 30, 0, 2 * Math.PI);
  brush.fillStyle = SEA;
  brush.fill();
  brush.clip();
  brush.translate(MAP.x + (MAP.size - width * scale) / 2, MAP.y + (MAP.size - height * scale) / 2);
  brush.scale(scale, scale);
  brush.translate(-left, -top);
  paintLand(brush, edition);
  paintCities(brush, edition);
  brush.restore();
}

function paintLand(brush: CanvasRenderingContext2D, { outline, zones }: Edition): void {
  brush.save();
  const land = new Path2D(outline);
  brush.clip(land);
  zones.forEach(({ polygon }, place) => {
    brush.fillStyle = ZONES[place % ZONES.length] ?? PAPER;
    brush.fill(new Path2D(polygon));
  });
  brush.restore();
  brush.strokeStyle = INK;
  brush.lineWidth = 4;
  brush.stroke(land);
}

function paintCities(brush: CanvasRenderingContext2D, { cities, roads, cityRadius, colours }: Edition): void {
  const places = new Map(cities.map((city) => [city.id, city]));
  brush.setLineDash([11, 8]);
  for (const [one, other] of roads) {
    const [from, to] = [places.get(one), places.get(other)];
    if (!from || !to) continue;
    brush.beginPath();
    brush.moveTo(from.x, from.y);
    brush.lineTo(to.x, to.y);
    brush.stroke();
  }
  brush.setLineDash([]);
  for (const { x, y, colour } of cities) {
    brush.beginPath();
    brush.arc(x, y, cityRadius, 0, 2 * Math.PI);
    brush.fillStyle = '#ffffff';
    brush.fill();
    brush.strokeStyle = colours.find(({ id }) => id === colour)?.hex ?? INK;
    brush.lineWidth = colour ? 9 : 4;
    brush.stroke();
  }
}
