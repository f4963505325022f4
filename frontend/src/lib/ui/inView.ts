/** What is in view: brings the current item of a row there, and tells of an element whether it is. */
import type { Attachment } from 'svelte/attachments';

/** An attachment that brings its element into the middle of its row whenever it is the current one. */
export const inViewIf =
  (isCurrent: boolean): Attachment<HTMLElement> =>
  (element) => {
    if (isCurrent) element.scrollIntoView({ block: 'nearest', inline: 'center' });
  };

/** An attachment that tells whether its element is in sight. */
export const whetherSeen =
  (tell: (isSeen: boolean) => void): Attachment<HTMLElement> =>
  (element) => {
    const observer = new IntersectionObserver(([entry]) => tell((entry?.intersectionRatio ?? 0) > 0.9), {
      threshold: [0, 0.95],
    });
    observer.observe(element);
    return () => observer.disconnect();
  };

/** An attachment that loads something once its element is seen, or nearly; what failed, when it is seen again. */
export const whenSeen =
  (load: () => Promise<unknown>): Attachment<Element> =>
  (element) => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        load().catch(() => observer.observe(element));
      },
      { rootMargin: '60px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  };
