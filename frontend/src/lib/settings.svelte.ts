/** What somebody chose on this device: language, sound, motion, colours of the day, help. */
import { mustAskForMotion } from './table/shaking';
import { languageOf, LANGUAGES, speak, type Language } from './texts.svelte';

export type Theme = 'auto' | 'light' | 'dark';
export type Motion = 'auto' | 'off';
/** Tumblin-Dice in space, or flat from above. */
export type BoardLook = 'space' | 'flat';
/** How much light and shadow the board in space has. */
export type Effects = 'auto' | 'fine' | 'plain';
export type Help = 'full' | 'little';

interface Chosen {
  language: Language | null;
  sound: boolean;
  motion: Motion;
  theme: Theme;
  help: Help;
  board: BoardLook;
  effects: Effects;
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
  board: 'space',
  effects: 'auto',
  hideAtHandOver: false,
  shake: !mustAskForMotion(),
};

export const settings = $state<Chosen>({ ...DEFAULTS, ...stored() });

function stored(): Partial<Chosen> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(PLACE) ?? '{}');
    return found !== null && typeof found === 'object' ? found : {};
  } catch {
    return {}; // somebody else's text, or no storage at all: begin with our own
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

/** Let the style sheet know. */
export function applySettings(): void {
  const root = document.documentElement;
  if (settings.theme === 'auto') delete root.dataset['theme'];
  else root.dataset['theme'] = settings.theme;
  if (settings.motion === 'off') root.dataset['motion'] = 'off';
  else delete root.dataset['motion'];
}

/** Whether things may move. */
export function mayMove(): boolean {
  return settings.motion === 'auto' && !matchMedia('(prefers-reduced-motion: reduce)').matches;
}
