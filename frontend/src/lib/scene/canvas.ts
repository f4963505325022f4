/** Pictures painted on the spot: wood, numbers, pips. No files. */
import { CanvasTexture, RepeatWrapping, SRGBColorSpace } from 'three';
import { isHollow, MARK_COUNT, MARKS, PIPS } from '$lib/tumblin/colours';

function canvas(width: number, height: number): [HTMLCanvasElement, CanvasRenderingContext2D] {
  const made = document.createElement('canvas');
  made.width = width;
  made.height = height;
  const context = made.getContext('2d');
  if (!context) throw new Error('this browser cannot paint');
  return [made, context];
}

/** Smooth noise that repeats after `period` cells, the same every time. */
function noise(seed: number, period: number): (x: number, y: number) => number {
  const random = (x: number, y: number) => {
    const value = Math.sin((((x % period) + period) % period) * 127.1 + y * 311.7 + seed * 74.7) * 43758.5453;
    return value - Math.floor(value);
  };
  const smooth = (t: number) => t * t * (3 - 2 * t);
  return (x, y) => {
    const [left, top] = [Math.floor(x), Math.floor(y)];
    const [u, v] = [smooth(x - left), smooth(y - top)];
    const upper = random(left, top) * (1 - u) + random(left + 1, top) * u;
    const lower = random(left, top + 1) * (1 - u) + random(left + 1, top + 1) * u;
    return upper * (1 - v) + lower * v;
  };
}

type Rgb = readonly [number, number, number];

/** A plank: the grain runs along x. Light and dark are the colours of early and late wood. */
export function woodTexture(light: Rgb, dark: Rgb, seed: number): CanvasTexture {
  const [width, height] = [1024, 512];
  const [made, context] = canvas(width, height);
  const image = context.createImageData(width, height);
  const slow = noise(seed, 3);
  const wave = noise(seed + 1, 6);
  const fibre = noise(seed + 2, 40);
  const pores = noise(seed + 3, 90);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [u, v] = [x / width, y / height];
      const bend = slow(u * 3, v * 2.2) * 5.5 + wave(u * 6, v * 9) * 0.7;
      const ring = 0.5 + 0.5 * Math.sin((v * 15 + bend) * Math.PI * 2);
      const late = ring ** 2.4 * 0.62;
      const fine = fibre(u * 40, v * 260) * 0.32;
      const pore = pores(u * 90, v * 330) > 0.83 ? 0.16 : 0;
      const share = Math.min(1, late * (0.55 + slow(u * 3 + 7, v * 3) * 0.7) + fine + pore);
      const at = (y * width + x) * 4;
      for (let part = 0; part < 3; part++) {
        const [one, other] = [light[part] ?? 0, dark[part] ?? 0];
        image.data[at + part] = one + (other - one) * share;
      }
      image.data[at + 3] = 255;
    }
  }
  context.putImageData(image, 0, 0);
  const texture = new CanvasTexture(made);
  texture.colorSpace = SRGBColorSpace;
  texture.wrapS = texture.wrapT = RepeatWrapping;
  texture.anisotropy = 8;
  return texture;
}

/** The parts of the picture that is painted on the board, in shares of it. */
export const PAINT = { number: 0.25, height: 0.5 } as const;

/** Painted on the board: 1x to 4x in the upper half, below them the line and the shade at the foot of a step. */
export function paintTexture(): CanvasTexture {
  const [cell, height] = [256, 512];
  const [made, context] = canvas(4 * cell, height);
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.font = `700 150px 'Josefin Sans', 'Century Gothic', sans-serif`;
  for (let zone = 1; zone <= 4; zone++) {
    context.fillStyle = 'rgb(52 26 10 / 78%)';
    context.fillText(`${zone}x`, (zone - 0.5) * cell, cell / 2 + 12);
  }
  context.fillStyle = 'rgb(250 238 210 / 92%)';
  context.fillRect(8, cell + 8, cell - 16, cell - 16);
  const shade = context.createLinearGradient(0, cell + 8, 0, 2 * cell - 8);
  shade.addColorStop(0, 'rgb(20 8 0 / 0%)');
  shade.addColorStop(0.55, 'rgb(20 8 0 / 14%)');
  shade.addColorStop(1, 'rgb(20 8 0 / 55%)');
  context.fillStyle = shade;
  context.fillRect(cell, cell, cell, cell);
  const texture = new CanvasTexture(made);
  texture.colorSpace = SRGBColorSpace;
  texture.anisotropy = 8;
  return texture;
}

function paintMark(
  context: CanvasRenderingContext2D,
  mark: number,
  x: number,
  y: number,
  size: number,
): void {
  const path = new Path2D(MARKS[mark % MARKS.length]);
  context.save();
  context.translate(x, y);
  context.scale(size / 10, size / 10);
  if (isHollow(mark)) {
    context.lineWidth = 2.6;
    context.stroke(path);
  } else context.fill(path);
  context.restore();
}

function maskTexture(made: HTMLCanvasElement): CanvasTexture {
  const texture = new CanvasTexture(made);
  texture.flipY = false;
  texture.anisotropy = 4;
  return texture;
}

/** The faces of a d6: a column for each number, a row for each mark. */
export function pipTexture(): CanvasTexture {
  const cell = 96;
  const [made, context] = canvas(6 * cell, MARK_COUNT * cell);
  context.fillStyle = context.strokeStyle = '#fff';
  for (let mark = 0; mark < MARK_COUNT; mark++) {
    for (const [number, pips] of Object.entries(PIPS)) {
      for (const [x, y] of pips) {
        const middle = (Number(number) - 0.5) * cell;
        const size = number === '1' ? 24 : 19;
        paintMark(context, mark, middle + x * cell * 0.5, (mark + 0.5 + y * 0.5) * cell, size);
      }
    }
  }
  return maskTexture(made);
}

export const NUMBER_COLUMNS = 5;
export const NUMBER_ROWS = 5;

/** The numbers of the odd dice; 6 and 9 are underlined. */
export function numberTexture(): CanvasTexture {
  const cell = 128;
  const [made, context] = canvas(NUMBER_COLUMNS * cell, NUMBER_ROWS * cell);
  context.fillStyle = '#fff';
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  for (let number = 1; number <= 20; number++) {
    const x = (((number - 1) % NUMBER_COLUMNS) + 0.5) * cell;
    const y = (Math.floor((number - 1) / NUMBER_COLUMNS) + 0.5) * cell;
    context.font = `700 ${number > 9 ? 46 : 54}px 'Fira Sans', sans-serif`;
    context.fillText(String(number), x, y + 4);
    if (number === 6 || number === 9) context.fillRect(x - 15, y + 30, 30, 5);
  }
  return maskTexture(made);
}

/** The marks by themselves, four in a row. */
export function markTexture(): CanvasTexture {
  const cell = 64;
  const [made, context] = canvas(4 * cell, 4 * cell);
  context.fillStyle = context.strokeStyle = '#fff';
  for (let mark = 0; mark < MARK_COUNT; mark++)
    paintMark(context, mark, ((mark % 4) + 0.5) * cell, (Math.floor(mark / 4) + 0.5) * cell, 44);
  return maskTexture(made);
}
