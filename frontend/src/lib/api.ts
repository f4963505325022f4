/** Calls of the HTTP API, with the types that are generated from the server's own description. */
import type { components } from './protocol/api';
import type { Edition, TableView } from './protocol/views';
import { drawable, type EditionFile } from './sheet/drawing';
import type { Replay } from './protocol/replay';
import type { BoardPicture, Die, Flicked, Launch, Rest, RoundSheet } from './tumblin/views';
import { currentLanguage } from './texts.svelte';

type Schemas = components['schemas'];
export type NewTable = Schemas['NewTable'];
export type SeatWish = Schemas['SeatWish'];
export type OpenedTable = Schemas['OpenedTable'];
export type SeatSecret = Schemas['SeatSecret'];
export type Daily = Schemas['Daily'];
export type DayRevealed = Schemas['DayRevealed'];
/** A flick at the puzzle of the day, with the shapes that the description leaves open. */
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
export type Choices = Schemas['Choices'];
export type CityFit = Schemas['CityFit'];
export type PaperBody = Schemas['PaperBody'];
export type PaperCounted = Schemas['PaperCounted'];
export type PadBody = Schemas['PadBody'];
export type PadCounted = Schemas['PadCounted'];
export type AnalysisState = Schemas['AnalysisState'];
export type SeenTable = Omit<Schemas['TableView'], 'view'> & { view: TableView };

/** A request that was refused, or that nobody answered (status 0). */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

async function call<T>(method: string, path: string, body?: unknown, secret?: string): Promise<T> {
  return answerOf<T>(await ask(method, path, body, secret === undefined ? undefined : `Seat ${secret}`));
}

async function answerOf<T>(answer: Response): Promise<T> {
  return (await answer.json()) as T;
}

/** A request by somebody who may say who they are: the holder of a seat, or a device. */
async function ask(method: string, path: string, body?: unknown, who?: string): Promise<Response> {
  const headers: Record<string, string> = { 'Accept-Language': currentLanguage() };
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  if (who !== undefined) headers['Authorization'] = who;
  const sent: RequestInit = { method, headers };
  if (body !== undefined) sent.body = JSON.stringify(body);
  let answer: Response;
  try {
    answer = await fetch(`/api${path}`, sent);
  } catch {
    throw new ApiError(0, 'app.offline', '');
  }
  if (!answer.ok) throw await problemOf(answer);
  return answer;
}

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
  choices: () => call<Choices>('GET', '/choices'),
  edition: (name: string) => call<EditionFile>('GET', `/editions/${part(name)}`),
  board: (name: string) => call<BoardPicture>('GET', `/boards/${part(name)}`),
  practice: (wish: unknown) => call<Practised>('POST', '/practice', wish),
  open: (wish: NewTable) => call<OpenedTable>('POST', '/tables', wish),
  byCode: (code: string) => call<Schemas['TableId']>('GET', `/codes/${part(code)}`),
  see: (table: string) => call<SeenTable>('GET', `/tables/${part(table)}`),
  /** The id is the caller's, to be sent again unchanged after a lost answer: then the same seat comes back. */
  sit: (table: string, id: string, seat: number, name: string) =>
    call<SeatSecret>('POST', `/tables/${part(table)}/seats`, { id, seat, name }),
  /** The id is drawn anew, and sent again unchanged after a lost answer. */
  changeKey: (table: string, seat: number, id: string, secret: string) =>
    call<SeatSecret>('POST', `/tables/${part(table)}/seats/${seat}/secret`, { id }, secret),
  rematch: (table: string, secret: string) =>
    call<Schemas['TableId']>('POST', `/tables/${part(table)}/rematch`, undefined, secret),
  daily: (device: string) => ask('GET', '/daily', undefined, `Device ${device}`).then(answerOf<Daily>),
  startDaily: (id: string, name: string) => call<Schemas['DailyTable']>('POST', '/daily', { id, name }),
  puzzle: (device: string) => ask('GET', '/puzzle', undefined, `Device ${device}`).then(answerOf<Puzzle>),
  /** Sent again after a lost answer, or with another launch: the answer tells of the first flick. */
  flickPuzzle: (id: string, day: string, launch: Omit<Launch, 'die'>) =>
    call<Puzzle>('POST', '/puzzle', { id, day, launch }),
  pastDay: (day: string) => call<DayRevealed>('GET', `/daily/${part(day)}`),
  fits: (table: string, seat: number, city: string, secret: string) =>
    call<Schemas['CityFits']>('GET', `/tables/${part(table)}/fits/${seat}/${part(city)}`, undefined, secret),
  countPaper: (paper: PaperBody) => call<PaperCounted>('POST', '/paper/count', paper),
  countPad: (pad: PadBody) => call<PadCounted>('POST', '/pad/count', pad),
  exportPad: async (pad: PadBody, form: 'pad' | 'csv') =>
    (await ask('POST', '/pad/export', { pad, form })).text(),
  askForAnalysis: (table: string) => call<AnalysisState>('POST', `/tables/${part(table)}/analysis`),
  seeAnalysis: (table: string) => call<AnalysisState>('GET', `/tables/${part(table)}/analysis`),
  cancelAnalysis: (table: string) => call<AnalysisState>('DELETE', `/tables/${part(table)}/analysis`),
  replay: (table: string) => call<Replay>('GET', `/tables/${part(table)}/replay`),
};

/** What came of a flick on the practice board. */
export type Practised = Pick<Flicked, 'rests' | 'trajectory' | 'contacts'>;

const boards = new Map<string, Promise<BoardPicture>>();

/** A board's drawing and its dice, asked for once. */
export function boardOf(name: string): Promise<BoardPicture> {
  let found = boards.get(name);
  if (!found) {
    found = api.board(name);
    boards.set(name, found);
    found.catch(() => boards.delete(name));
  }
  return found;
}

const editions = new Map<string, Promise<Edition>>();

/** An edition's drawing, asked for once. */
export function editionOf(name: string): Promise<Edition> {
  let found = editions.get(name);
  if (!found) {
    found = api.edition(name).then(drawable);
    editions.set(name, found);
    found.catch(() => editions.delete(name));
  }
  return found;
}

/** A name for a command that nobody else has. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
