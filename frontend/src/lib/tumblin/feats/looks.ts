/** Looks of boards and dice: colours and varnish as data. Some come with medals. */

type Rgb = readonly [number, number, number];

export interface Wood {
  key: 'oak' | 'walnut' | 'birch' | 'slate' | 'midnight';
  /** How many medals it takes. */
  medals: number;
  /** From the track down. */
  tints: readonly [string, string, string, string, string];
  /** Early and late wood. */
  grain: readonly [Rgb, Rgb];
  /** What is painted on it: the numbers. */
  ink: string;
}

export interface DiceLook {
  key: 'varnish' | 'matt' | 'metal' | 'gem';
  medals: number;
  roughness: number;
  metalness: number;
  /** How much of the coat that mirrors, from 0 to 1. */
  coat: number;
}

const DARK_INK = 'rgb(62 30 12 / 82%)';
const LIGHT_INK = 'rgb(255 240 210 / 78%)';

export type LookName = `app.td_wood.${Wood['key']}` | `app.td_dice_look.${DiceLook['key']}`;

export const WOODS: readonly [Wood, ...Wood[]] = [
  {
    key: 'oak',
    medals: 0,
    tints: ['#96694a', '#ebcb9c', '#dfb482', '#d09c6c', '#b87a54'],
    grain: [
      [255, 248, 238],
      [158, 110, 72],
    ],
    ink: DARK_INK,
  },
  {
    key: 'walnut',
    medals: 1,
    tints: ['#c79a68', '#8a5f42', '#7a5038', '#6b4430', '#5a3726'],
    grain: [
      [255, 240, 224],
      [120, 76, 50],
    ],
    ink: LIGHT_INK,
  },
  {
    key: 'birch',
    medals: 2,
    tints: ['#a8734a', '#f6e6c8', '#efdab4', '#e6cc9e', '#dab986'],
    grain: [
      [255, 252, 246],
      [206, 172, 128],
    ],
    ink: DARK_INK,
  },
  {
    key: 'slate',
    medals: 4,
    tints: ['#c08a52', '#8d989c', '#7c898f', '#6b7981', '#596871'],
    grain: [
      [250, 252, 255],
      [140, 152, 160],
    ],
    ink: LIGHT_INK,
  },
  {
    key: 'midnight',
    medals: 6,
    tints: ['#b88a3e', '#3a4a78', '#323f69', '#2a355a', '#222b4b'],
    grain: [
      [240, 244, 255],
      [120, 132, 176],
    ],
    ink: 'rgb(255 214 120 / 88%)',
  },
];

export const DICE_LOOKS: readonly [DiceLook, ...DiceLook[]] = [
  { key: 'varnish', medals: 0, roughness: 0.3, metalness: 0, coat: 0.7 },
  { key: 'matt', medals: 1, roughness: 0.85, metalness: 0, coat: 0 },
  { key: 'gem', medals: 3, roughness: 0.06, metalness: 0.1, coat: 1 },
  { key: 'metal', medals: 5, roughness: 0.28, metalness: 0.85, coat: 0.3 },
];

/** The texts that name what comes with more medals: boards, then dice. */
export function looksBetween(before: number, after: number): LookName[] {
  const isNew = ({ medals }: { medals: number }) => medals > before && medals <= after;
  return [
    ...WOODS.filter(isNew).map(({ key }) => `app.td_wood.${key}` as const),
    ...DICE_LOOKS.filter(isNew).map(({ key }) => `app.td_dice_look.${key}` as const),
  ];
}

/** The look that was chosen, or the usual one if there is none of that name. */
export function lookNamed<Look extends { key: string }>(
  looks: readonly [Look, ...Look[]],
  key: string,
): Look {
  return looks.find((look) => look.key === key) ?? looks[0];
}
