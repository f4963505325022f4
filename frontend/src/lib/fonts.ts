/** Our fonts, there before the first word is: words that change their font would push others aside. */
const NEEDED = ['400 16px "Fira Sans"', '600 16px "Fira Sans"', '700 16px "Josefin Sans"'];
const PATIENCE_MS = 1500; // after that, words matter more than their looks

export async function fontsReady(): Promise<void> {
  const loaded = Promise.allSettled(NEEDED.map((font) => document.fonts.load(font)));
  await Promise.race([loaded, new Promise((done) => setTimeout(done, PATIENCE_MS))]);
}
