/** Entry point: applies settings, loads the language, mounts the app and registers the service worker. */
import { mount } from 'svelte';
import './app.css';
import App from './App.svelte';
import { fontsReady } from '$lib/fonts';
import { keepOnceInstalled } from '$lib/local/visits';
import { currentPlace, followLinks } from '$lib/router.svelte';
import { applySettings, spokenLanguage } from '$lib/settings.svelte';
import { speak } from '$lib/texts.svelte';
import { keepShell } from '$lib/trust';
import { fetchAhead } from './screens';

const target = document.getElementById('app');
if (!target) throw new Error('the page has no place for the app');
applySettings();
fetchAhead(currentPlace());
await Promise.all([speak(spokenLanguage()), fontsReady()]);
followLinks();
mount(App, { target });
if (import.meta.env.PROD) {
  keepShell();
  keepOnceInstalled();
}
