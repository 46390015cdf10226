/**
 * Remembers a hash of each row of a list, so that a client that polls gets only what changed since its last poll.
 *
 * Each change has a number. A client sends the number up to which it knows the list, and gets the rows with a higher
 * one. Rows are hashed, not stored: a list of 50,000 rows takes about 6 MB. A row whose object has the same version as
 * before is not even rendered.
 */

interface RowState {
  version: RowVersion | undefined
  /** The last pass that met the row. */
  metIn: number
  hash: number
  /** The number of the last change of this row. */
  changed: number
  isDeleted: boolean
}

/** Identifies the state of an object: rows with the same version are equal, and need not be rendered. */
export type RowVersion = { readonly object: object; readonly changedAt: number }

export interface SnapshotRow {
  /** The name, and its occurrence when several rows have this name, as JSON text. */
  readonly key: string
  readonly version?: RowVersion | undefined
  /** Returns the row as JSON text. */
  render(): string
}

export type ComparisonResult = { deleted: string[]; last: number; isConsistent: boolean }

export class ObjectSnapshot {
  readonly #rows = new Map<string, RowState>()
  /** The rows with a version by their object, so that an unchanged one is found without its key. */
  readonly #byObject = new WeakMap<object, RowState>()
  #changes = 0
  #activePasses = 0
  /** Counts the passes, to detect that passes overlapped. */
  #passes = 0

  /** The number of rows, deleted ones included. */
  get size(): number {
    return this.#rows.size
  }

  /** Returns whether the change number was handed out by this snapshot. */
  knows(change: number): boolean {
    return change >= 0 && change <= this.#changes
  }

  /**
   * Compares the current rows with the remembered ones. Yields the JSON text of each row that changed after `since`,
   * and the empty string for each other row, so that the caller can pause at any row. Returns the keys that were
   * deleted after `since`, the change number for the next poll, and whether the pass saw every change up to it.
   */
  *compare(rows: Iterable<SnapshotRow>, since: number): Generator<string, ComparisonResult> {
    const start = this.#changes
    const pass = ++this.#passes
    const isAlone = this.#activePasses === 0
    this.#activePasses++
    try {
      let met = 0
      for (const row of rows) {
        met++
        const { changed, json } = this.#update(row, pass)
        yield changed > since ? (json ?? row.render()) : ''
      }
      const deleted = met === this.#rows.size ? [] : this.#deleteOthers(pass, since)
      // While passes overlap, changes of this pass are sent again at the next poll, because none may be missed.
      const isConsistent = isAlone && pass === this.#passes
      return { deleted, last: isConsistent ? this.#changes : start, isConsistent }
    } finally {
      this.#activePasses--
    }
  }

  /** Returns the number of the last change of the row, and its JSON text when it had to be rendered. */
  #update(row: SnapshotRow, pass: number): { readonly changed: number; readonly json?: string } {
    const { version } = row
    const unchanged = version && this.#byObject.get(version.object)
    if (unchanged && !unchanged.isDeleted && isSameVersion(unchanged.version, version)) {
      unchanged.metIn = Math.max(unchanged.metIn, pass)
      return unchanged
    }
    const { key } = row
    const json = row.render()
    const hash = hashText(json)
    let state = this.#rows.get(key)
    if (state?.hash !== hash || state.isDeleted) {
      if (state) state.version = undefined // its object may come back, when a change is rolled back
      state = { version, metIn: pass, hash, changed: ++this.#changes, isDeleted: false }
      this.#rows.set(key, state)
    }
    state.version = version
    state.metIn = Math.max(state.metIn, pass)
    if (version) this.#byObject.set(version.object, state)
    return { changed: state.changed, json }
  }

  /** Marks the rows as deleted that neither this pass nor a later one met. */
  #deleteOthers(pass: number, since: number): string[] {
    const deleted: string[] = []
    for (const [key, state] of this.#rows) {
      if (state.metIn >= pass) continue
      if (!state.isDeleted) {
        state.isDeleted = true
        state.changed = ++this.#changes
      }
      if (state.changed > since) deleted.push(key)
    }
    return deleted
  }
}

function isSameVersion(one: RowVersion | undefined, other: RowVersion | undefined): boolean {
  return one !== undefined && other !== undefined && one.object === other.object && one.changedAt === other.changedAt
}

/** Returns a 53-bit hash (cyrb53), for which a missed change among 50,000 rows is practically impossible. */
function hashText(text: string): number {
  let h1 = 0xdeadbeef
  let h2 = 0x41c6ce57
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    h1 = Math.imul(h1 ^ code, 2654435761)
    h2 = Math.imul(h2 ^ code, 1597334677)
  }
  h1 = Math.imul(h1 ^ (h1 >>> 16), 2246822507) ^ Math.imul(h2 ^ (h2 >>> 13), 3266489909)
  h2 = Math.imul(h2 ^ (h2 >>> 16), 2246822507) ^ Math.imul(h1 ^ (h1 >>> 13), 3266489909)
  return 4294967296 * (2097151 & h2) + (h1 >>> 0)
}
