/** Synthesised sounds: dice on wood, a pencil, a bell. No audio files. */
import { settings } from './settings.svelte';

/** Pitches, in half tones above a, of the chime for a flick, by how glad one may be of it. */
const CHIMES = {
  lost: [-9, -14],
  plain: [3],
  good: [3, 7],
  great: [3, 7, 10, 15],
  best: [3, 7, 10, 15, 19, 22],
} as const;

/** How many hands clap at a flick, by how glad one may be of it. */
const CLAPS: Partial<Record<keyof typeof CHIMES, number>> = { great: 22, best: 70 };
const APPLAUSE_S = 1.3;

/** Between two dice that are counted. */
const TALLY_S = 0.08;

let context: AudioContext | null = null;

/** The audio context, resumed; null without Web Audio or with sound turned off. */
export function audioReady(): AudioContext | null {
  if (!settings.sound || typeof AudioContext === 'undefined') return null;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  return context;
}

/** Wake the audio inside a gesture: phones give no tone to those who ask later. */
export function wakeSound(): void {
  const audio = audioReady();
  if (!audio || audio.state === 'running') return;
  const silence = audio.createBufferSource();
  silence.buffer = audio.createBuffer(1, 1, audio.sampleRate);
  silence.connect(audio.destination);
  silence.start();
}

/** Where sound comes from: -1 left, 1 right; where the browser cannot place it, from everywhere. */
export function from(audio: AudioContext, side: number): AudioNode {
  if (!side || typeof audio.createStereoPanner !== 'function') return audio.destination;
  const panner = audio.createStereoPanner();
  panner.pan.value = Math.min(Math.max(side, -1), 1);
  panner.connect(audio.destination);
  return panner;
}

function noise(audio: AudioContext, seconds: number): AudioBufferSourceNode {
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * seconds), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < samples.length; index++) samples[index] = Math.random() * 2 - 1;
  const source = audio.createBufferSource();
  source.buffer = buffer;
  return source;
}

/** A burst of filtered noise that fades: wood at low pitch, pencil at high. */
export function burst(
  audio: AudioContext,
  at: number,
  pitch: number,
  seconds: number,
  loudness: number,
  out: AudioNode = audio.destination,
): void {
  const source = noise(audio, seconds);
  const filter = audio.createBiquadFilter();
  filter.type = 'bandpass';
  filter.frequency.value = pitch;
  filter.Q.value = 1.4;
  const gain = audio.createGain();
  gain.gain.setValueAtTime(loudness, at);
  gain.gain.exponentialRampToValueAtTime(0.0005, at + seconds);
  source.connect(filter).connect(gain).connect(out);
  source.start(at);
}

function tone(audio: AudioContext, at: number, pitch: number, seconds: number, loudness: number): void {
  const source = audio.createOscillator();
  source.type = 'sine';
  source.frequency.value = pitch;
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loudness, at + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.0005, at + seconds);
  source.connect(gain).connect(audio.destination);
  source.start(at);
  source.stop(at + seconds);
}

/** A room that claps: all at first, then fewer and fewer. */
function applaud(audio: AudioContext, claps: number): void {
  for (let clap = 0; clap < claps; clap++) {
    const after = APPLAUSE_S * (clap / claps) ** 1.6 + Math.random() * 0.09;
    const out = from(audio, Math.random() * 1.6 - 0.8);
    burst(audio, audio.currentTime + 0.15 + after, 900 + Math.random() * 1100, 0.035, 0.07, out);
  }
}

export const sounds = {
  roll(): void {
    const audio = audioReady();
    if (!audio) return;
    for (let hit = 0; hit < 9; hit++) {
      const at = audio.currentTime + hit * 0.055 + Math.random() * 0.03;
      burst(audio, at, 700 + Math.random() * 900, 0.07, 0.35 * (1 - hit / 12));
    }
  },
  write(): void {
    const audio = audioReady();
    if (!audio) return;
    burst(audio, audio.currentTime, 5200, 0.09, 0.09);
    burst(audio, audio.currentTime + 0.1, 4600, 0.12, 0.08);
  },
  cross(): void {
    const audio = audioReady();
    if (!audio) return;
    burst(audio, audio.currentTime, 3600, 0.1, 0.12);
    burst(audio, audio.currentTime + 0.14, 3300, 0.1, 0.12);
  },
  tap(): void {
    const audio = audioReady();
    if (audio) burst(audio, audio.currentTime, 1500, 0.035, 0.12);
  },
  done(): void {
    const audio = audioReady();
    if (!audio) return;
    tone(audio, audio.currentTime, 660, 0.25, 0.07);
    tone(audio, audio.currentTime + 0.09, 880, 0.35, 0.07);
  },
  /** Dice counted one after the other, each a step higher. */
  tally(dice: number): void {
    const audio = audioReady();
    if (!audio) return;
    for (let die = 0; die < dice; die++)
      tone(audio, audio.currentTime + die * TALLY_S, 392 * 2 ** (die / 12), 0.2, 0.05);
  },
  end(): void {
    const audio = audioReady();
    if (!audio) return;
    [523, 659, 784, 1047].forEach((pitch, place) => {
      tone(audio, audio.currentTime + place * 0.13, pitch, 0.6, 0.07);
    });
  },
  /** The chime of a flick that has landed. */
  landing(mood: keyof typeof CHIMES): void {
    const audio = audioReady();
    if (!audio) return;
    CHIMES[mood].forEach((step, place) => {
      tone(audio, audio.currentTime + place * 0.085, 440 * 2 ** (step / 12), 0.5, 0.06);
    });
    applaud(audio, CLAPS[mood] ?? 0);
  },
  /** A rising step, for points that are counted up. */
  count(step: number): void {
    const audio = audioReady();
    if (audio) tone(audio, audio.currentTime, 440 * 2 ** (step / 12), 0.18, 0.05);
  },
};
