/** The sound of dice on wood, made from what hit what and how hard. */
import { audioReady, burst, from } from '$lib/sound';
import type { Contact } from '$lib/tumblin/views';

const LOUD_NS = 0.0045; // newton seconds of a hard landing
const SILENT_NS = 0.00012;
const FELT = 0.25; // softer knocks are not felt in the hand
const LONGEST_TAP_MS = 28;
export const isDie = (name: string): boolean => /^[a-p](\d+|\*)$/.test(name);

/** Pitches of a piece of wood when it is struck, in hertz, with their loudness. */
const PARTIALS: Record<'die' | 'peg' | 'tier' | 'table', [number, number][]> = {
  die: [
    [3100, 0.5],
    [4700, 0.25],
  ],
  peg: [
    [1850, 0.6],
    [3900, 0.2],
  ],
  tier: [
    [640, 0.7],
    [1320, 0.45],
    [2400, 0.18],
  ],
  table: [
    [260, 0.8],
    [520, 0.3],
  ],
};

/** Let a contact be heard and felt, from -1 (left) to 1 (right); in slow motion everything is deeper. */
export function knock([, one, other, strength]: Contact, rate: number, side: number): void {
  if (strength <= SILENT_NS) return;
  const loud = Math.min(strength / LOUD_NS, 1) ** 0.7;
  if (loud > FELT) tapHand(Math.round(LONGEST_TAP_MS * loud));
  const audio = audioReady();
  if (!audio) return;
  const struck = isDie(one) ? other : one;
  const body = isDie(struck) ? 'die' : struck === 'peg' || struck === 'table' ? struck : 'tier';
  const depth = Math.max(rate, 0.5) ** 0.5 * (0.94 + 0.12 * Math.random());
  const out = from(audio, side);
  const [clack, seconds] = body === 'table' ? [420, 0.06] : [2600, 0.018]; // cloth swallows the clack
  burst(audio, audio.currentTime, clack * depth, seconds, 0.22 * loud, out);
  for (const [pitch, share] of PARTIALS[body])
    ring(audio, pitch * depth, share * loud * 0.3, body === 'table', out);
}

/** A finger snaps and the die slides off over the varnish, the faster the brighter. */
export function snap(speed_mps: number): void {
  tapHand(Math.round(8 + 10 * speed_mps));
  const audio = audioReady();
  if (!audio) return;
  const now = audio.currentTime;
  burst(audio, now, 3400, 0.014, 0.3);
  burst(audio, now + 0.008, 900 + 900 * speed_mps, 0.12 + 0.06 * speed_mps, 0.05 * Math.min(speed_mps, 2));
}

function ring(audio: AudioContext, pitch: number, loudness: number, isLong: boolean, out: AudioNode): void {
  const source = audio.createOscillator();
  source.type = 'sine';
  source.frequency.value = pitch;
  const gain = audio.createGain();
  const end = audio.currentTime + (isLong ? 0.14 : 0.075);
  gain.gain.setValueAtTime(loudness, audio.currentTime);
  gain.gain.exponentialRampToValueAtTime(0.0004, end);
  source.connect(gain).connect(out);
  source.start();
  source.stop(end);
}

/** A gentle tap in the hand, where the device can. */
export function tapHand(milliseconds: number): void {
  const mayShake = 'vibrate' in navigator && navigator.userActivation?.hasBeenActive; // browsers object before a touch
  if (mayShake) navigator.vibrate(milliseconds);
}
