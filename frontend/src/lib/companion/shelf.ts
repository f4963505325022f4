/** A collection of documents in local storage, each under a key of its own. */

export interface Kept {
  id: string;
  /** When it was last changed. */
  at: number;
}

export class Shelf<Doc extends Kept> {
  constructor(
    private readonly heading: string,
    private readonly storage: Storage = localStorage,
  ) {}

  /** All documents, the latest first; unreadable entries are skipped. */
  all(): Doc[] {
    const found: Doc[] = [];
    for (let place = 0; place < this.storage.length; place++) {
      const doc = this.read(this.storage.key(place) ?? '');
      if (doc) found.push(doc);
    }
    return found.sort((one, other) => other.at - one.at);
  }

  get(id: string): Doc | null {
    return this.read(this.placeOf(id));
  }

  /** Store a document; false if the storage is full. */
  put(doc: Doc): boolean {
    try {
      this.storage.setItem(this.placeOf(doc.id), JSON.stringify(doc));
      return true;
    } catch {
      return false;
    }
  }

  remove(id: string): void {
    this.storage.removeItem(this.placeOf(id));
  }

  /** Call back when another tab changes a document; returns how to stop. */
  watch(id: string, changed: (doc: Doc) => void): () => void {
    const listen = (event: StorageEvent) => {
      const doc = event.key === this.placeOf(id) ? this.get(id) : null;
      if (doc) changed(doc);
    };
    addEventListener('storage', listen);
    return () => removeEventListener('storage', listen);
  }

  private placeOf(id: string): string {
    return `${this.heading}.${id}`;
  }

  private read(place: string): Doc | null {
    if (!place.startsWith(`${this.heading}.`)) return null;
    try {
      const doc = JSON.parse(this.storage.getItem(place) ?? 'null') as Doc | null;
      return doc && typeof doc === 'object' && this.placeOf(doc.id) === place ? doc : null;
    } catch {
      return null;
    }
  }
}

/** A random id for a new document. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(9));
  return Array.from(bytes, (byte) => (byte % 36).toString(36)).join('');
}
