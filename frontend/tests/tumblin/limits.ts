/** The limits of a flick on the classic board, as Python sends them (written by tools/wire/film_vectors.py). */
import type { Limits } from '$lib/tumblin/views';
import vectors from '../vectors/films.json';

const range = ([low = NaN, high = NaN]: readonly number[]): [number, number] => [low, high];
const { track } = vectors.limits;

export const limits: Limits = { ...vectors.limits, track: { x: range(track.x), y: range(track.y) } };
