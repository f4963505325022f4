/** A picture of a flick to send: the board before it and where it was aimed, but not how it ended. */
import { isHollow, lookOf, MARKS, pipColour, PIPS } from '$lib/tumblin/board/colours';
import { seenFromAbove } from '$lib/tumblin/board/flat';
import type { BoardPicture, Box, ShownDie } from '$lib/tumblin/views';
import { moment, type Shot } from './projector.svelte';

const [WIDE, HIGH] = [1080, 1350];
const HEAD = 190; // for the words
const MARGIN = 40;
const TINTS = ['#96643a', '#e0b377', '#d39c5d', '#c5864a', '#b0693a'];
const ARROW_M = [0.022, 0.15] as const; // from and to, ahead of the die

export interface Words {
  title: string;
  text: string;
}

/** Paint the picture; null where the browser cannot. */
export async function postcard(
  shot: Shot,
  picture: BoardPicture,
  dice: Parameters<typeof moment>[2],
  words: Words,
): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [WIDE, HIGH];
  const paint = canvas.getContext('2d');
  if (!paint) return null;
  paint.fillStyle = '#5d6b58';
  paint.fillRect(0, 0, WIDE, HIGH);
  paintWords(paint, words);
  paint.save();
  toBoard(
    paint,
    picture.board.tiers.flatMap(({ boxes }) => boxes),
  );
  paintBoard(paint, picture);
  for (const die of moment(shot, 0, dice, picture)) paintDie(paint, picture, die);
  paintArrow(paint, shot);
  paint.restore();
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}

function paintWords(paint: CanvasRenderingContext2D, { title, text }: Words): void {
  paint.fillStyle = '#fff6e2';
  paint.textAlign = 'center';
  paint.font = "700 64px 'Josefin Sans', sans-serif";
  paint.fillText(title, WIDE / 2, 92, WIDE - 2 * MARGIN);
  paint.font = "400 40px 'Fira Sans', sans-serif";
  paint.fillText(text, WIDE / 2, 156, WIDE - 2 * MARGIN);
}

/** From here on metres of the board are painted: downhill is up, +y is left. */
function toBoard(paint: CanvasRenderingContext2D, boxes: readonly Box[]): void {
  const [rear, front] = [Math.min(...boxes.map(({ x }) => x[0])), Math.max(...boxes.map(({ x }) => x[1]))];
  const half = Math.max(...boxes.map(({ y }) => y[1]));
  const scale = Math.min((WIDE - 2 * MARGIN) / (2 * half), (HIGH - HEAD - MARGIN) / (front - rear));
  paint.transform(0, -scale, -scale, 0, WIDE / 2, HEAD + front * scale);
}

function paintBoard(paint: CanvasRenderingContext2D, { board }: BoardPicture): void {
  for (const [place, { boxes }] of [...board.tiers.entries()].toReversed()) {
    paint.fillStyle = TINTS[place] ?? '#b0693a';
    paint.strokeStyle = '#4a2a12';
    paint.lineWidth = 0.0012;
    for (const { x, y } of boxes) {
      paint.fillRect(x[0], y[0], x[1] - x[0], y[1] - y[0]);
      paint.strokeRect(x[0], y[0], x[1] - x[0], y[1] - y[0]);
    }
  }
  paint.fillStyle = '#f0d3a2';
  for (const [x, y] of board.pegs.at) disc(paint, x, y, board.pegs.radius);
}

function disc(paint: CanvasRenderingContext2D, x: number, y: number, radius: number): void {
  paint.beginPath();
  paint.arc(x, y, radius, 0, 2 * Math.PI);
  paint.fill();
}

function paintDie(paint: CanvasRenderingContext2D, { kinds }: BoardPicture, die: ShownDie): void {
  const kind = kinds[die.kind];
  if (!kind) return;
  const seen = seenFromAbove(kind, die.pose);
  const [look, half] = [lookOf(die.colour), kind.inradius];
  const ink = pipColour(look.hex, die.bonus);
  const mark = new Path2D(MARKS[look.mark % MARKS.length]);
  paint.save();
  paint.translate(die.pose[0] ?? 0, die.pose[1] ?? 0);
  paint.transform(0, -1, -1, 0, 0, 0); // as on the screen: right and down
  paint.rotate((seen.turn * Math.PI) / 180);
  paint.fillStyle = look.hex;
  if (die.kind === 'd6') paint.fillRect(-half, -half, 2 * half, 2 * half);
  else disc(paint, 0, 0, half);
  paint.fillStyle = paint.strokeStyle = ink;
  for (const [x, y] of die.kind === 'd6' ? (PIPS[seen.face] ?? []) : [[0, 0] as const]) {
    paint.save();
    paint.translate(x * half, y * half);
    paint.scale(half / 30, half / 30);
    paint.lineWidth = 3;
    if (isHollow(look.mark)) paint.stroke(mark);
    else paint.fill(mark);
    paint.restore();
  }
  paint.restore();
}

function paintArrow(paint: CanvasRenderingContext2D, { launch }: Shot): void {
  const at = (far: number, aside = 0): [number, number] => [
    launch.x + Math.cos(launch.azimuth) * far - Math.sin(launch.azimuth) * aside,
    launch.y + Math.sin(launch.azimuth) * far + Math.cos(launch.azimuth) * aside,
  ];
  const [from, to] = ARROW_M;
  paint.strokeStyle = '#fff3d6';
  paint.lineWidth = 0.004;
  paint.lineCap = 'round';
  paint.beginPath();
  paint.moveTo(...at(from));
  paint.lineTo(...at(to));
  for (const side of [-1, 1]) {
    paint.moveTo(...at(to - 0.014, side * 0.01));
    paint.lineTo(...at(to));
  }
  paint.stroke();
}
