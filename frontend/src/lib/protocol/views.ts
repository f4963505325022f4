/** What the server shows of a table of any game; generated from its declarations by `make types`. */
import type { components } from './messages';

/** All generated shapes, by their names in Python. */
export type Shapes = components['schemas'];

export type Seat = Shapes['Seat'];
export type TableView = Shapes['TableView'];
export type LoggedEvent = Shapes['LoggedEvent'];
export type TableEvent = LoggedEvent['event'];
export type Replay = Shapes['Replay'];

/** The games with screens of their own, discriminated by `game`; views of others are read entry by entry. */
export type PlayView = Shapes['PlayView'];
export type PlayEvent = Shapes['PlayEvent'];
export type OwnView = Shapes['OwnView'];
