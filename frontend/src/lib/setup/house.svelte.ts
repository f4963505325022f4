/** What people agree on before Tumblin-Dice: how the dice are shared out, which kinds, which variants. */
import type { Choices } from '$lib/api';

export type Preset = Choices['presets'][number];

const fits = ({ players: [fewest, most] }: Preset, players: number): boolean =>
  players >= fewest && players <= most;

export class House {
  choices = $state.raw<Choices | null>(null);
  /** The preset that somebody asked for; it may not fit any more. */
  wished = $state('');
  /** By kind of die, whether it is in play; without any, the usual ones are. */
  kinds = $state<Record<string, boolean>>({});
  /** By variant, whether it is played. */
  variants = $state<Record<string, boolean>>({});
  /** By variant that takes a number, the number. */
  numbers = $state<Record<string, string>>({});

  /** Take what there is to choose from, with the numbers that are usual. */
  learn(choices: Choices): void {
    this.choices = choices;
    for (const { key, example } of choices.variants) {
      const number = example.split('=')[1];
      if (number !== undefined) this.numbers[key] = number;
    }
  }

  fits(preset: Preset, players: number): boolean {
    return fits(preset, players);
  }

  /** The preset asked for if so many can play it, else the first one that they can; none when nothing fits. */
  presetFor(players: number): string {
    const fitting = (this.choices?.presets ?? []).filter((preset) => fits(preset, players));
    return (fitting.find(({ key }) => key === this.wished) ?? fitting[0])?.key ?? '';
  }

  takesNumber(variant: string): boolean {
    return variant in this.numbers;
  }

  get chosenKinds(): string[] {
    return (this.choices?.kinds ?? []).filter((kind) => this.kinds[kind]);
  }

  get chosenVariants(): string[] {
    return (this.choices?.variants ?? []).map(({ key }) => key).filter((key) => this.variants[key]);
  }

  /** The variants as the server reads them: `young`, `target=501`. */
  get words(): string[] {
    return this.chosenVariants.map((key) => (this.takesNumber(key) ? `${key}=${this.numbers[key]}` : key));
  }
}
