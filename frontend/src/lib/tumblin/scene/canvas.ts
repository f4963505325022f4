/** Pictures painted on the spot: wood, numbers, pips. No files. */
import { CanvasTexture, RepeatWrapping, SRGBColorSpace } from 'three';
import { isHollow, MARK_COUNT, MARKS, PIPS } from '$lib/tumblin/board/colours';

const NUMBER_FONT = "700 150px 'Josefin Sans', 'Century Gothic', sans-serif";
const dieFont = (size: number) => `700 ${size}px 'Fira Sans', sans-serif`;

/** The letters that are painted; without them the browser would paint with whatever it has at that moment. */
export const lettersReady = (): Promise<unknown> =>
  Promise.allSettled([NUMBER_FONT, dieFont(50)].map((font) => document.fonts.load(font)));

function canvas(width: number, height: number): [HTMLCanvasElement, CanvasRenderingContext2D] {
  const made = document.createElement('canvas');
  made.width = width;
  made.height = height;
  const context = made.getContext('2d');
  if (!context) throw new Error('this browser cannot paint');
  return [made, context];
}

/** Smooth noise that repeats after so many cells across and down, the same every time. */
function noise(seed: number, across: number, down: number): (x: number, y: number) => number {
  const grid = Float32Array.from({ length: across * down }, (_, at) => {
    const value =
      Math.sin((at % across) * 127.1 + Math.floor(at / across) * 311.7 + seed * 74.7) * 43758.5453;
    return value - Math.floor(value);
  });
  // Asked for every point of a picture, half a million times: no arrays are made on the way.
  return (x, y) => {
    const left = Math.floor(x);
    const top = Math.floor(y);
    const u = smooth(x - left);
    const v = smooth(y - top);
    const upper = (top % down) * across;
    const lower = ((top + 1) % down) * across;
    const one = grid[upper + (left % across)] as number;
    const two = grid[upper + ((left + 1) % across)] as number;
    const three = grid[lower + (left % across)] as number;
    const four = grid[lower + ((left + 1) % across)] as number;
    return (one + (two - one) * u) * (1 - v) + (three + (four - three) * u) * v;
  };
}

const smooth = (share: number): number => share * share * (3 - 2 * share);

type Rgb = readonly [number, number, number];

/** A plank: the grain runs along x. Light and dark are the colours of early and late wood. */
export function woodTexture(light: Rgb, dark: Rgb, seed: number): CanvasTexture {
  const [width, height] = [1024, 512];
  const [made, context] = canvas(width, height);
  const image = context.createImageData(width, height);
  const share = grain(seed);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 4) {
      const late = share(x / width, y / height);
      image.data[at] = light[0] + (dark[0] - light[0]) * late;
      image.data[at + 1] = light[1] + (dark[1] - light[1]) * late;
      image.data[at + 2] = light[2] + (dark[2] - light[2]) * late;
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

/** How dark a plank is at a place, from 0 to 1: year rings, fibres, pores. */
function grain(seed: number): (u: number, v: number) => number {
  const slow = noise(seed, 3, 6);
  const wave = noise(seed + 1, 6, 7);
  const fibre = noise(seed + 2, 40, 250);
  const pores = noise(seed + 3, 90, 300);
  return (u, v) => {
    const bend = slow(u * 3, v * 6) * 1.5 + wave(u * 6, v * 7) * 0.28;
    const ring = 0.5 + 0.5 * Math.sin((v * 21 + bend) * Math.PI * 2);
    const late = ring * ring * ring * (0.16 + slow(u * 3 + 1, v * 6) * 0.3);
    const fine = fibre(u * 40, v * 250) * 0.3 + slow(u * 3, v * 6 + 3) * 0.14;
    const pore = pores(u * 90, v * 300) > 0.86 ? 0.17 : 0;
    return Math.min(1, late + fine + pore);
  };
}

/** The cloth on the table: a little uneven, and darker away from the light. */
export function clothTexture(): CanvasTexture {
  const size = 512;
  const [made, context] = canvas(size, size);
  const image = context.createImageData(size, size);
  const uneven = noise(9, 128, 128);
  for (let y = 0, at = 0; y < size; y++) {
    for (let x = 0; x < size; x++, at += 4) {
      const away = Math.min(Math.hypot(x / size - 0.5, y / size - 0.5) * 2, 1);
      const light = 255 * (1 - 0.8 * away ** 0.8) * (0.94 + 0.06 * uneven(x / 4, y / 4));
      image.data[at] = image.data[at + 1] = image.data[at + 2] = light;
      image.data[at + 3] = 255;
    }
  }
  context.putImageData(image, 0, 0);
  const texture = new CanvasTexture(made);
  texture.colorSpace = SRGBColorSpace;
  return texture;
}

/** The parts of the picture that is painted on the board, in shares of it. */
export const PAINT = { number: 0.25, height: 0.5 } as const;

/** Painted on the board: 1x to 4x in the upper half, below them the line and the shade at the foot of a step. */
export function paintTexture(ink: string): CanvasTexture {
  const [cell, height] = [256, 512];
  const [made, context] = canvas(4 * cell, height);
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.font = NUMBER_FONT;
  for (let zone = 1; zone <= 4; zone++) {
    context.fillStyle = ink;
    context.fillText(`${zone}x`, (zone - 0.5) * cell, cell / 2 + 12);
  }
  context.fillStyle = 'rgb(255 246 224 / 96%)';
  context.fillRect(8, cell + 8, cell - 16, cell - 16);
  const shade = context.createLinearGradient(0, cell + 8, 0, 2 * cell - 8);
  shade.addColorStop(0, 'rgb(20 8 0 / 0%)');
  shade.addColorStop(0.5, 'rgb(20 8 0 / 22%)');
  shade.addColorStop(1, 'rgb(20 8 0 / 66%)');
  context.fillStyle = shade;
  context.fillRect(cell, cell, cell, cell);
  const texture = new CanvasTexture(made);
  texture.colorSpace = SRGBColorSpace;
  texture.anisotropy = 8;
  return texture;
}

/** The dark spot under something that stands on wood. */
export function spotTexture(): CanvasTexture {
  const size = 64;
  const [made, context] = canvas(size, size);
  const fade = context.createRadialGradient(size / 2, size / 2, 0, size / 2, size / 2, size / 2);
  fade.addColorStop(0.3, 'rgb(18 7 0 / 78%)');
  fade.addColorStop(0.62, 'rgb(18 7 0 / 34%)');
  fade.addColorStop(1, 'rgb(18 7 0 / 0%)');
  context.fillStyle = fade;
  context.fillRect(0, 0, size, size);
  return new CanvasTexture(made);
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
        const size = number === '1' ? 27 : 22;
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
    context.font = dieFont(number > 9 ? 46 : 54);
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
