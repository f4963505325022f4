/** The rules of Tumblin-Dice, the same pages as in the documentation. */
import type { Language } from '$lib/texts.svelte';

const PAGES: Record<Language, () => Promise<{ default: string }>> = {
  en: () => import('virtual:rules/tumblin-dice/en'),
  fr: () => import('virtual:rules/tumblin-dice/fr'),
  de: () => import('virtual:rules/tumblin-dice/de'),
  nl: () => import('virtual:rules/tumblin-dice/nl'),
};

/** The page as HTML. */
export async function pageIn(language: Language): Promise<string> {
  return (await PAGES[language]()).default;
}
