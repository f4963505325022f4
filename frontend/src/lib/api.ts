/** Calls of the HTTP API, with the types that are generated from the server's own description. */
import type { components } from './protocol/api';
import type { Analysis } from './analysis/documents';
import type { EditionFile } from './dicetrip/sheet/drawing';
import type { DiceTripOptions } from './dicetrip/views';
import type { Replay, Seat, TableView } from './protocol/views';
import type {
  BoardPicture,
  Die,
  Flicked,
  Launch,
  Rest,
  RoundSheet,
  TumblinOptions,
  MadeBy,
} from './tumblin/views';
import { addressOf } from './base';
import { isAboutHere, isAlone, ownDevice } from './local/place';
import { currentLanguage, say } from './texts.svelte';

type Schemas = components['schemas'];
export type NewTable = Schemas['NewTable'];
export type SeatWish = Schemas['SeatWish'];
export type OpenedTable = Schemas['OpenedTable'];
export type SeatSecret = Schemas['SeatSecret'];
export type Daily = Schemas['Daily'];
export type DayRevealed = Schemas['DayRevealed'];
/** A flick at the puzzle of the day; the types that OpenAPI leaves open are filled in. */
export type SolvedPuzzle = Omit<Schemas['SolvedPuzzle'], keyof Practised | 'launch' | 'sheet'> &
  Practised & { launch: Launch; sheet: RoundSheet };
export type Puzzle = Omit<Schemas['Puzzle'], 'dice' | 'rests' | 'sheet' | 'own' | 'best' | 'champion'> & {
  dice: Die[];
  rests: Rest[];
  sheet: RoundSheet;
  own: SolvedPuzzle | null;
  best: SolvedPuzzle | null;
  champion: SolvedPuzzle | null;
};
/** What new tables of a game can choose from: how many play, bots by level, and options of the game's own. */
type Choosing<Key extends string, Options> = Omit<Schemas['GameChoices'], 'key' | 'options'> & {
  key: Key;
  options: Options;
};
/** Games with screens of their own, discriminated by `key`; of others the app reads only what all games have. */
export type GameChoices = Choosing<'dicetrip', DiceTripOptions> | Choosing<'tumblin', TumblinOptions>;
export type Choices = Omit<Schemas['Choices'], 'games'> & { games: GameChoices[] };
export type CheckedBoard = Omit<Schemas['CheckedBoard'], 'document'> & { document: EditionFile | null };
export type BoardFlaw = Schemas['BoardFlaw'];
export type BoardOrder = Partial<Schemas['BoardOrder']> & Pick<Schemas['BoardOrder'], 'kind'>;
export type BoardWork = Schemas['BoardWork'];
export type CityFit = Schemas['CityFit'];
export type Placing = Schemas['Placing'];
export type InvitationCard = Schemas['InvitationCard'];
export type SoloRank = Schemas['SoloRank'];
export type Rate = Schemas['Rate'];
export type PointTables = Schemas['PointTables'];
export type CompanionBody = Schemas['CompanionBody'];
export type CompanionCounted = Schemas['CompanionCounted'];
export type ScorepadBody = Schemas['ScorePadBody'];
export type ScorepadCounted = Schemas['ScorePadCounted'];
export type AnalysisState = Omit<Schemas['AnalysisState'], 'result' | 'seats'> & {
  result: Analysis | null;
  seats: Seat[];
};
export type SeenTable = Omit<Schemas['TableView'], 'view'> & { view: TableView };

/** A request that failed: the status of the answer, or 0 if there was none. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** Who shall answer: the server, this device, or whoever can. */
type Where = 'server' | 'here' | 'anywhere';

async function call<T>(
  method: string,
  path: string,
  body?: unknown,
  secret?: string,
  where: Where = 'anywhere',
): Promise<T> {
  const who = secret === undefined ? undefined : `Seat ${secret}`;
  return answerOf<T>(await ask(method, path, body, who, where));
}

/** A request in the name of this device. */
async function callAs<T>(device: string, method: string, path: string): Promise<T> {
  return answerOf<T>(await ask(method, path, undefined, `Device ${device}`));
}

async function answerOf<T>(answer: Response): Promise<T> {
  return (await answer.json()) as T;
}

/** Sends a request, with credentials of a seat or a device if they are given. */
async function ask(
  method: string,
  path: string,
  body?: unknown,
  who?: string,
  where: Where = 'anywhere',
): Promise<Response> {
  const headers: Record<string, string> = { 'Accept-Language': currentLanguage() };
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  if (who !== undefined) headers['Authorization'] = who;
  const text = body === undefined ? undefined : JSON.stringify(body);
  const answer = await answered(method, path, headers, text, where);
  if (!answer.ok) throw await problemOf(answer);
  return answer;
}

/** The server answers where there is one; this device does for its own tables, and where there is none. */
async function answered(
  method: string,
  path: string,
  headers: Record<string, string>,
  body: string | undefined,
  where: Where,
): Promise<Response> {
  if (isAlone() && isMap(path)) {
    const file = await fetch(addressOf(`/api${path}.json`)).catch(() => null);
    if (file?.ok) return file;
  }
  if (!isAboutHere(path) && !isAlone() && where !== 'here') {
    try {
      return await fetch(`/api${path}`, body === undefined ? { method, headers } : { method, headers, body });
    } catch {
      // No server: perhaps this device can.
    }
  }
  const device = where === 'server' ? null : await ownDevice();
  const here = await device?.ask(method, path, headers, body);
  if (here) return here;
  const why = isAlone() && device?.trouble;
  throw new ApiError(0, 'app.offline', why ? say(`app.local.trouble.${why}`) : '');
}

/** Maps of the package lie beside a plain site's pages: the front page draws one before this device is ready. */
const isMap = (path: string): boolean => /^\/editions\/(?!own-)[^/?]+$/.test(path);

async function problemOf(answer: Response): Promise<ApiError> {
  try {
    const problem = (await answer.json()) as Schemas['Problem'];
    return new ApiError(answer.status, problem.code, problem.message);
  } catch {
    return new ApiError(answer.status, 'app.server_trouble', '');
  }
}

const part = encodeURIComponent;

export const api = {
  choices: (where?: Where) => call<Choices>('GET', '/choices', undefined, undefined, where),
  edition: (name: string) => call<EditionFile>('GET', `/editions/${part(name)}`),
  /** Asks this device, which fetches what strong bots know of a map of the package: whether they know it now. */
  champion: (name: string) =>
    call<{ trained: boolean }>('POST', `/editions/${part(name)}/champion`, undefined, undefined, 'here'),
  /** The query keeps this apart from answers without limits, which browsers may have cached for an hour. */
  board: (name: string) => call<BoardPicture>('GET', `/boards/${part(name)}?limits`),
  /** A draft of a map with its drawing, and what is wrong with it. */
  checkBoard: (document: unknown, placesNames = false) =>
    call<CheckedBoard>('POST', '/own-boards/check', { document, places_names: placesNames }),
  countries: () => call<Schemas['Country'][]>('GET', '/own-boards/countries'),
  places: (name: string) =>
    call<Schemas['FoundPlace'][]>('GET', `/own-boards/places?${new URLSearchParams({ name }).toString()}`),
  boardPowers: () => call<Schemas['BoardPowers']>('GET', '/own-boards/powers'),
  /** Begins work on a map, or tells how far the same work is. */
  boardWork: (order: BoardOrder) => call<BoardWork>('POST', '/own-boards/jobs', order),
  stopBoardWork: (key: string) => call<BoardWork>('DELETE', `/own-boards/jobs/${part(key)}`),
  practice: (wish: unknown) => call<Practised>('POST', '/practice', wish),
  open: (wish: NewTable, where?: Where) => call<OpenedTable>('POST', '/tables', wish, undefined, where),
  /** A game under way as a record, to go on with it elsewhere. */
  soFar: async (table: string, secret: string) =>
    (await ask('GET', `/tables/${part(table)}/so-far`, undefined, `Seat ${secret}`)).text(),
  byCode: (code: string) => call<Schemas['TableId']>('GET', `/codes/${part(code)}`),
  see: (table: string, secret?: string) =>
    call<SeenTable>('GET', `/tables/${part(table)}`, undefined, secret),
  /** Idempotent by the caller's id: sent again after a lost answer, it yields the same seat. */
  sit: (table: string, id: string, seat: number, name: string) =>
    call<SeatSecret>('POST', `/tables/${part(table)}/seats`, { id, seat, name }),
  /** Idempotent by its id: sent again after a lost answer, it yields the same secret. */
  changeKey: (table: string, seat: number, id: string, secret: string) =>
    call<SeatSecret>('POST', `/tables/${part(table)}/seats/${seat}/secret`, { id }, secret),
  rematch: (table: string, secret: string) =>
    call<Schemas['TableId']>('POST', `/tables/${part(table)}/rematch`, undefined, secret),
  daily: (device: string) => callAs<Daily>(device, 'GET', '/daily'),
  startDaily: (id: string, name: string) => call<Schemas['DailyTable']>('POST', '/daily', { id, name }),
  puzzle: (device: string) => callAs<Puzzle>(device, 'GET', '/puzzle'),
  /** The first flick of a device counts: a repeated request, whatever its launch, answers with that one. */
  flickPuzzle: (id: string, day: string, by: MadeBy, launch: Omit<Launch, 'die'>) =>
    call<Puzzle>('POST', '/puzzle', { id, day, by, launch }),
  pastDay: (day: string) => call<DayRevealed>('GET', `/daily/${part(day)}`),
  fits: (table: string, seat: number, city: string, secret: string) =>
    call<Schemas['CityFits']>('GET', `/tables/${part(table)}/fits/${seat}/${part(city)}`, undefined, secret),
  /** What the number of two dice, tens first, would bring in each empty city. */
  placings: (table: string, seat: number, dice: readonly string[], secret: string) =>
    call<Schemas['Placings']>(
      'GET',
      `/tables/${part(table)}/placings/${seat}/${part(dice.join('+'))}`,
      undefined,
      secret,
    ),
  invitation: (table: string, language: string) =>
    call<InvitationCard>('GET', `/tables/${part(table)}/invitation?lang=${language}`),
  soloRank: (edition: string, total: number, tens: boolean) =>
    call<SoloRank>('GET', `/editions/${part(edition)}/solo-rank?total=${total}&tens=${tens}`),
  points: (where?: Where) => call<PointTables>('GET', '/dicetrip/points', undefined, undefined, where),
  countCompanion: (paper: CompanionBody) => call<CompanionCounted>('POST', '/companion/sheets/count', paper),
  countScorepad: (pad: ScorepadBody) => call<ScorepadCounted>('POST', '/companion/score-pad/count', pad),
  exportScorepad: async (pad: ScorepadBody, form: 'pad' | 'csv') =>
    (await ask('POST', '/companion/score-pad/export', { pad, form })).text(),
  /** Finished games are open to all, but those of a daily challenge only to devices that have played it. */
  askForAnalysis: (table: string, device: string) =>
    callAs<AnalysisState>(device, 'POST', `/tables/${part(table)}/analysis`),
  seeAnalysis: (table: string, device: string) =>
    callAs<AnalysisState>(device, 'GET', `/tables/${part(table)}/analysis`),
  cancelAnalysis: (table: string, device: string, secret?: string) =>
    ask(
      'DELETE',
      `/tables/${part(table)}/analysis`,
      undefined,
      secret ? `Seat ${secret}` : `Device ${device}`,
    ).then(answerOf<AnalysisState>),
  replay: (table: string, device: string) => callAs<Replay>(device, 'GET', `/tables/${part(table)}/replay`),
  /** A file of a finished game: its record, its keepsake. */
  file: (path: string, device: string) => ask('GET', path, undefined, `Device ${device}`),
};

/** The result of a flick on the practice board. */
export type Practised = Pick<Flicked, 'launch' | 'rests' | 'trajectory' | 'contacts'>;

/** A random id for a command. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
