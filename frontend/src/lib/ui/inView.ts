/** Scrolls the current item of an overflowing row into view. */
import type { Attachment } from 'svelte/attachments';

/** An attachment that brings its element into the middle of its row whenever it is the current one. */
export const inViewIf =
  (isCurrent: boolean): Attachment<HTMLElement> =>
  (element) => {
    if (isCurrent) element.scrollIntoView({ block: 'nearest', inline: 'center' });
  };
