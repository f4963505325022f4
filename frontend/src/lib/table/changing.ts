/** The view after a move, from the view before it and what the move changed. */
import type { Changes } from '$lib/protocol/socket';
import type { OwnView, TableView } from '$lib/protocol/views';

/** Entries that are told replace the old ones; all others stay as they are. */
export function withChanges(view: TableView, changes: Changes): TableView {
  const own = Object.entries(changes.you).map(([seat, news]) => [seat, withOwn(view.you[seat], news)]);
  return {
    ...view,
    ...changes.table,
    play: view.play && { ...view.play, ...changes.play },
    you: { ...view.you, ...(Object.fromEntries(own) as TableView['you']) },
  };
}

/** Nothing new leaves one's own view the very same object, so that nothing is drawn again. */
function withOwn(own: OwnView | null | undefined, news: Partial<OwnView>): OwnView | null {
  return own && Object.keys(news).length ? { ...own, ...news } : (own ?? null);
}
