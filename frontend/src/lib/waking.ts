/** Things that wait for the line: awake whenever the device hopes to be online again, closed with their screen. */
export interface Waking {
  wake: () => void;
  close: () => void;
}

/** Keep something awake for an effect; the answer ends it. */
export function stayAwake(one: Waking): () => void {
  const wake = () => {
    if (document.visibilityState === 'visible') one.wake();
  };
  addEventListener('online', wake);
  document.addEventListener('visibilitychange', wake);
  return () => {
    removeEventListener('online', wake);
    document.removeEventListener('visibilitychange', wake);
    one.close();
  };
}
