/** Fonts are awaited before the first render: swapping them later would shift the layout. */
const NEEDED = ['400 16px "Fira Sans"', '600 16px "Fira Sans"', '700 16px "Josefin Sans"'];
const PATIENCE_MS = 1500; // after that, render with fallback fonts

export async function fontsReady(): Promise<void> {
  const loaded = Promise.allSettled(NEEDED.map((font) => document.fonts.load(font)));
  await Promise.race([loaded, new Promise((done) => setTimeout(done, PATIENCE_MS))]);
}
