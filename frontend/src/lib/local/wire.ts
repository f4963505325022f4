/** A line to a table of this device, whose code is loaded with the first one. */
import type { Wire } from '$lib/table/session/connection.svelte';
import { ownDevice } from './place';

/** Like a WebSocket that opens once the device is there. */
export function localWire(table: string): Wire {
  let line: Wire | null = null;
  let isClosed = false;
  const wire: Wire = {
    onopen: null,
    onmessage: null,
    onclose: null,
    send: (text) => line?.send(text),
    close: () => {
      isClosed = true;
      line?.close();
    },
  };
  void ownDevice().then((device) => {
    if (isClosed) return;
    line = device.dial(table);
    line.onopen = wire.onopen;
    line.onmessage = wire.onmessage;
    line.onclose = wire.onclose;
  });
  return wire;
}
