/** Small sounds made on the spot: dice on wood, a pencil, a bell. No files. */
import { settings } from './settings.svelte';

let context: AudioContext | null = null;

/** The way to the loudspeaker; null where there is none, or where it is turned off. */
export function audioReady(): AudioContext | null {
  if (!settings.sound || typeof AudioContext === 'undefined') return null;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  return context;
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
): void {
  const source = noise(audio, seconds);
  const filter = audio.createBiquadFilter();
  filter.type = 'bandpass';
  filter.frequency.value = pitch;
  filter.Q.value = 1.4;
  const gain = audio.createGain();
  gain.gain.setValueAtTime(loudness, at);
  gain.gain.exponentialRampToValueAtTime(0.0005, at + seconds);
  source.connect(filter).connect(gain).connect(audio.destination);
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
  end(): void {
    const audio = audioReady();
    if (!audio) return;
    [523, 659, 784, 1047].forEach((pitch, place) => {
      tone(audio, audio.currentTime + place * 0.13, pitch, 0.6, 0.07);
    });
  },
  /** A rising step, for points that are counted up. */
  count(step: number): void {
    const audio = audioReady();
    if (audio) tone(audio, audio.currentTime, 440 * 2 ** (step / 12), 0.18, 0.05);
  },
};
