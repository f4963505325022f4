/** The sound of dice on wood, made from what hit what and how hard. */
import { audioReady, burst } from '$lib/sound';
import type { Contact } from './views';

const LOUD_NS = 0.0045; // newton seconds of a hard landing
const SILENT_NS = 0.00012;
const isDie = (name: string): boolean => /^[a-p](\d+|\*)$/.test(name);

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

/** Let a contact be heard; in slow motion everything is deeper. */
export function knock([, one, other, strength]: Contact, rate: number): void {
  const audio = strength > SILENT_NS ? audioReady() : null;
  if (!audio) return;
  const loud = Math.min(strength / LOUD_NS, 1) ** 0.7;
  const struck = isDie(one) ? other : one;
  const body = isDie(struck) ? 'die' : struck === 'peg' || struck === 'table' ? struck : 'tier';
  const depth = Math.max(rate, 0.5) ** 0.5 * (0.94 + 0.12 * Math.random());
  burst(audio, audio.currentTime, 2600 * depth, 0.018, 0.22 * loud);
  for (const [pitch, share] of PARTIALS[body])
    ring(audio, pitch * depth, share * loud * 0.3, body === 'table');
}

function ring(audio: AudioContext, pitch: number, loudness: number, isLong: boolean): void {
  const source = audio.createOscillator();
  source.type = 'sine';
  source.frequency.value = pitch;
  const gain = audio.createGain();
  const end = audio.currentTime + (isLong ? 0.14 : 0.075);
  gain.gain.setValueAtTime(loudness, audio.currentTime);
  gain.gain.exponentialRampToValueAtTime(0.0004, end);
  source.connect(gain).connect(audio.destination);
  source.start();
  source.stop(end);
}

/** A gentle tap in the hand, where the device can. */
export function tapHand(milliseconds: number): void {
  if ('vibrate' in navigator) navigator.vibrate(milliseconds);
}
