/** What people agree on before Tumblin-Dice: how the dice are shared out, which kinds, which variants. */
import type { Choices } from '$lib/api';
import { tumblinChoices, type TumblinOptions } from '$lib/tumblin/views';

export type Preset = TumblinOptions['presets'][number];

const fits = ({ players: [fewest, most] }: Preset, players: number): boolean =>
  players >= fewest && players <= most;

export class House {
  options = $state.raw<TumblinOptions | null>(null);
  /** The fewest and the most who can play. */
  players = $state.raw<[number, number]>([2, 16]);
  levels = $state.raw<string[]>([]);
  /** The preset that somebody asked for; it may not fit any more. */
  wished = $state('');
  /** How much people's hands shake; empty: as usual. */
  hand = $state('');
  /** By kind of die, whether it is in play; without any, the usual ones are. */
  kinds = $state<Record<string, boolean>>({});
  /** By variant, whether it is played. */
  variants = $state<Record<string, boolean>>({});
  /** By variant that takes a number, the number. */
  numbers = $state<Record<string, string>>({});

  /** Take what there is to choose from, with the numbers that are usual. */
  learn(choices: Choices): void {
    const own = tumblinChoices(choices);
    if (!own) return;
    [this.options, this.players, this.levels] = [own.options, own.players, own.levels];
    this.hand ||= own.options.hands[0] ?? '';
    for (const { key, example } of own.options.variants) {
      const number = example.split('=')[1];
      if (number !== undefined) this.numbers[key] = number;
    }
  }

  fits(preset: Preset, players: number): boolean {
    return fits(preset, players);
  }

  /** The preset asked for if so many can play it, else the usual one; none when nothing fits. */
  presetFor(players: number): string {
    const fitting = (this.options?.presets ?? []).filter((preset) => fits(preset, players));
    const usual = fitting.find((preset) => preset.usual.includes(players)) ?? fitting[0];
    return (fitting.find(({ key }) => key === this.wished) ?? usual)?.key ?? '';
  }

  takesNumber(variant: string): boolean {
    return variant in this.numbers;
  }

  get chosenKinds(): string[] {
    return (this.options?.kinds ?? []).filter((kind) => this.kinds[kind]);
  }

  get chosenVariants(): string[] {
    return (this.options?.variants ?? []).map(({ key }) => key).filter((key) => this.variants[key]);
  }

  /** The variants as the server reads them: `young`, `target=501`. */
  get words(): string[] {
    return this.chosenVariants.map((key) => (this.takesNumber(key) ? `${key}=${this.numbers[key]}` : key));
  }
}
