/** Applying changes to a view, after a move or a draft. */
import type { Changes } from '$lib/protocol/socket';
import type { OwnView, TableView } from '$lib/protocol/views';

/** A shallow merge: entries that were sent replace the old ones. */
export function withChanges(view: TableView, changes: Changes): TableView {
  const you = { ...view.you };
  for (const [seat, news] of Object.entries(changes.you)) you[seat] = withOwn(view.you[seat], news);
  return {
    ...view,
    ...changes.table,
    play: view.play && Object.assign({}, view.play, changes.play),
    you,
  };
}

/** Without news the own view stays the same object, so that nothing is rendered again. */
function withOwn(own: OwnView | null | undefined, news: Changes['you'][string]): OwnView | null {
  return own && Object.keys(news).length ? Object.assign({}, own, news) : (own ?? null);
}
