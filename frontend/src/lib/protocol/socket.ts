/** Messages on the socket of a table, generated from the server's declarations; its version and close codes. */
import type { Shapes } from './views';

export const PROTOCOL = 2;

export type Hello = Shapes['Hello'];
export type CommandFrame = Shapes['CommandFrame'];
export type LinkFrame = Shapes['Link'];
export type Action = Shapes['Action'];
export type Message = Shapes['Message'];
export type Changes = Shapes['Changes'];
export type AnswerMessage = Shapes['Accepted'] | Shapes['Refused'];

/** Close codes after which the page must not simply reconnect. */
export const CLOSED = { notFound: 4404, reload: 4001, oldClient: 4002, sealed: 4003 } as const;
