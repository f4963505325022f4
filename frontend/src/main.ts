/** The app starts here: settings, language, links, screens, and the worker that keeps it readable offline. */
import { mount } from 'svelte';
import './app.css';
import App from './App.svelte';
import { followLinks } from '$lib/router.svelte';
import { applySettings, spokenLanguage } from '$lib/settings.svelte';
import { speak } from '$lib/texts.svelte';
import { keepShell } from '$lib/trust';

const target = document.getElementById('app');
if (!target) throw new Error('the page has no place for the app');
applySettings();
await speak(spokenLanguage());
followLinks();
mount(App, { target });
if (import.meta.env.PROD) keepShell();
