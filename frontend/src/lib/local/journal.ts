/** The journal of this device: rows of text in IndexedDB, each change one durable transaction. */

const DATABASE = 'tumbletrip';
const ROWS = 'rows';

/** What the device's Python is told of a write. */
export type Written = 'written' | 'full' | 'lost';

function opened(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open(DATABASE, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(ROWS);
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error ?? new Error('no storage'));
  });
}

export class Journal {
  #database: IDBDatabase | null = null;

  async open(): Promise<void> {
    this.#database = await opened();
    // The browser may clear storage behind our back: then nothing more is written to what is left of it.
    this.#database.onclose = () => (this.#database = null);
  }

  /** All rows, as JSON. */
  read(): Promise<string> {
    const rows = this.#store('readonly').store;
    return new Promise((resolve, reject) => {
      const found: Record<string, string> = {};
      const cursor = rows.openCursor();
      cursor.onerror = () => reject(cursor.error ?? new Error('unreadable'));
      cursor.onsuccess = () => {
        const row = cursor.result;
        if (!row) return resolve(JSON.stringify(found));
        found[String(row.key)] = String(row.value);
        row.continue();
      };
    });
  }

  /** Put and remove rows, all or none; answers when they are on the disk. */
  write(rows: string, gone: string): Promise<Written> {
    if (!this.#database) return Promise.resolve('lost');
    return new Promise((resolve) => {
      try {
        const { store, transaction } = this.#store('readwrite');
        transaction.oncomplete = () => resolve('written');
        transaction.onabort = () => resolve(wordFor(transaction.error));
        for (const [name, text] of Object.entries(JSON.parse(rows) as Record<string, string>))
          store.put(text, name);
        for (const name of JSON.parse(gone) as string[]) store.delete(name);
      } catch (error) {
        resolve(wordFor(error));
      }
    });
  }

  #store(mode: IDBTransactionMode): { store: IDBObjectStore; transaction: IDBTransaction } {
    if (!this.#database) throw new Error('closed');
    const transaction = this.#database.transaction(ROWS, mode, { durability: 'strict' });
    return { store: transaction.objectStore(ROWS), transaction };
  }
}

function wordFor(error: unknown): Written {
  return error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'lost';
}
