/** Documents that this device keeps under one heading, each in a place of its own. */

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

  /** All documents, the latest first; what is not one of ours is passed over. */
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

  /** Keep a document; false if this device has no room for it. */
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

  /** Tell when another tab has changed a document. */
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

/** A name for a new document. */
export function newId(): string {
  const signs = crypto.getRandomValues(new Uint8Array(9));
  return Array.from(signs, (sign) => (sign % 36).toString(36)).join('');
}
