/** Settings of this device: language, sound, motion, theme, help. */
import { mustAskForMotion } from './shaking';
import { languageOf, LANGUAGES, speak, type Language } from './texts.svelte';

export type Theme = 'auto' | 'light' | 'dark';
export type Motion = 'auto' | 'off';
/** Tumblin-Dice in 3D, or flat from above. */
export type BoardLook = 'space' | 'flat';
/** The rendering quality of the board in 3D. */
export type Effects = 'auto' | 'fine' | 'plain';
export type Help = 'full' | 'little';

interface Chosen {
  language: Language | null;
  sound: boolean;
  motion: Motion;
  theme: Theme;
  help: Help;
  /** Show on the map where the number in the hand fits. */
  places: boolean;
  board: BoardLook;
  effects: Effects;
  /** What the board of Tumblin-Dice is made of, and its dice. */
  wood: string;
  diceLook: string;
  hideAtHandOver: boolean;
  /** Roll the dice by shaking the device. */
  shake: boolean;
}

const PLACE = 'tumbletrip.settings';
const DEFAULTS: Chosen = {
  language: null,
  sound: true,
  motion: 'auto',
  theme: 'auto',
  help: 'full',
  places: true,
  board: 'space',
  effects: 'auto',
  wood: '',
  diceLook: '',
  hideAtHandOver: true,
  shake: !mustAskForMotion(),
};

export const settings = $state<Chosen>({ ...DEFAULTS, ...stored() });

function stored(): Partial<Chosen> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(PLACE) ?? '{}');
    return found !== null && typeof found === 'object' ? found : {};
  } catch {
    return {}; // unreadable, or no storage: use the defaults
  }
}

/** Choose something, and remember it. */
export function choose<Field extends keyof Chosen>(field: Field, value: Chosen[Field]): void {
  settings[field] = value;
  try {
    localStorage.setItem(PLACE, JSON.stringify(settings));
  } catch {
    // Without storage the choice holds until the page is closed.
  }
  applySettings();
  if (field === 'language') void speak(spokenLanguage());
}

export function spokenLanguage(): Language {
  const chosen = LANGUAGES.find((language) => language === settings.language);
  return chosen ?? languageOf(navigator.languages);
}

/** Set the attributes that the style sheet reads. */
export function applySettings(): void {
  const root = document.documentElement;
  if (settings.theme === 'auto') delete root.dataset['theme'];
  else root.dataset['theme'] = settings.theme;
  if (settings.motion === 'off') root.dataset['motion'] = 'off';
  else delete root.dataset['motion'];
}

/** Whether animations are allowed. */
export function mayMove(): boolean {
  return settings.motion === 'auto' && !matchMedia('(prefers-reduced-motion: reduce)').matches;
}
