/** The rules of Dice Trip, the same pages as in the documentation. */
import type { Language } from '$lib/texts.svelte';

const PAGES: Record<Language, () => Promise<{ default: string }>> = {
  en: () => import('virtual:rules/dice-trip/en'),
  fr: () => import('virtual:rules/dice-trip/fr'),
  de: () => import('virtual:rules/dice-trip/de'),
  nl: () => import('virtual:rules/dice-trip/nl'),
};

/** The page as HTML. */
export async function pageIn(language: Language): Promise<string> {
  return (await PAGES[language]()).default;
}
