/**
 * The applications that a store keeps as the texts of documents, each under the path that it would have as a file. All
 * gateways that share the store read them. An entry is replaced only where its text is still the one that was changed, so
 * that simultaneous edits of several gateways are all kept, and where no other application was edited since the checks.
 */
import type { Clock } from '../../../shared/lib/time/clock.ts'
import { findNumber, type SelectCopiedKind, type StateStore } from '../../../shared/storage/index.ts'
import type { DocumentOverlay, DocumentStorage } from '../../config/index.ts'

/** The stored applications, as this process last read them. */
export type StoredApplications = Awaited<ReturnType<typeof openStoredApplications>>

const kind = 'application-document'

/** Selects the applications for the copy of the store on the disk of a node. */
export const selectApplications: SelectCopiedKind = (each) => (each === kind ? (value) => value : undefined)

/** Where the number of edits is. Each edit raises it in its transaction, so that no other one is overlooked. */
const editCount = { kind: 'application-edit', key: 'count' } as const
/** Where the time of the last edit is, in milliseconds since the epoch by the clock of the store. */
const lastEdit = ['application-edit', 'last'] as const
/** How long a removed application stays as an entry without a text, which wakes the other gateways. */
const removedMs = 60_000

/** Reads the applications of a store. Rejects with `StateStoreError`. */
export async function openStoredApplications(store: StateStore, clock: Clock) {
  const textsByFile = new Map<string, string>()
  let known: { cursor: string; readAt: number } | undefined
  await refresh()
  const storage = openStorage(store, clock)

  return {
    /** Returns the paths and texts of all applications. */
    texts: (): readonly DocumentOverlay[] =>
      [...textsByFile].map(([file, text]) => ({ file, text })).sort((a, b) => (a.file < b.file ? -1 : 1)),
    /** Reads the applications again. Returns whether one has changed. Rejects with `StateStoreError`. */
    refresh,
    /** Reads and writes applications in the store. */
    storage,
    /** Returns the storage for an edit that was checked after `count` edits: it writes while there are no more. */
    storageAfter: (count: number | undefined) => openStorage(store, clock, count),
    /** Returns the number of edits by all processes. Rejects with `StateStoreError`. */
    readEditCount: () => readEditCount(store),
    /** Returns the time since the last edit by any process, in milliseconds; undefined when none is known. */
    async sinceLastEditMs(): Promise<number | undefined> {
      const editedAt = await findNumber(store, ...lastEdit)
      return editedAt === undefined ? undefined : Math.max(0, clock() - editedAt)
    },
    /** Calls `onChange` when another process may have changed an application. Returns a function that ends the calls. */
    watch: (onChange: () => void) => store.watch(kind, onChange),
  }

  /** Reads what has changed: thousands of applications would keep the primary busy. */
  async function refresh(): Promise<boolean> {
    const readAt = clock()
    // After a longer time, entries of removed applications may have expired unread.
    const after = known && readAt - known.readAt < removedMs / 2 ? known.cursor : undefined
    const { entries, cursor, isRestart } = await store.listChanges(kind, after)
    const isWhole = after === undefined || isRestart
    const found = entries.map(({ key, entry }) => ({ file: key, text: textOf(entry.value) }))
    const isSame = isWhole ? isSameAs(found) : found.every(({ file, text }) => textsByFile.get(file) === text)
    known = { cursor, readAt }
    if (isSame) return false

    if (isWhole) textsByFile.clear()
    for (const { file, text } of found) setText(file, text)
    return true
  }

  function setText(file: string, text: string | undefined): void {
    if (text === undefined) textsByFile.delete(file)
    else textsByFile.set(file, text)
  }

  function isSameAs(found: readonly { file: string; text: string | undefined }[]): boolean {
    const present = found.filter(({ text }) => text !== undefined)
    return present.length === textsByFile.size && present.every(({ file, text }) => textsByFile.get(file) === text)
  }
}

async function readEditCount(store: StateStore): Promise<number> {
  const { kind, key } = editCount
  const count = await findNumber(store, kind, key)
  if (count === undefined) await store.create(kind, key, 0)
  return count ?? 0
}

/** Returns the storage of documents as entries of a store. With `count`, it writes only after so many edits. */
function openStorage(store: StateStore, clock: Clock, count?: number): DocumentStorage {
  const storage: DocumentStorage = {
    has: async (file) => (await find(file)) !== undefined,

    async read(file) {
      const text = await find(file)
      if (text === undefined) throw new Error(`there is no application ${file} in the store`)
      return text
    },

    create: async (file, text) => ((await storage.replace(file, undefined, text)) ? text : undefined),

    async replace(file, before, after) {
      if (before === undefined) await store.create(kind, file, { text: null }, { expiresAt: clock() + removedMs })
      return write(file, before ?? null, after ?? null)
    },

    prepareUndo: async (file) => (edit) => openStorage(store, clock).replace(file, edit.after, edit.before),
  }
  return storage

  async function write(file: string, before: string | null, after: string | null): Promise<boolean> {
    await store.save(...lastEdit, clock()) // before the edit, so that a process that finds the edit finds its time
    const expiresAt = after === null ? clock() + removedMs : undefined
    for (;;) {
      const expected = count ?? (await readEditCount(store))
      const guard = { ...editCount, expected, value: expected + 1 }
      const options = { expiresAt, wakesWatchers: true, guard }
      if (await store.replace(kind, file, { text: before }, { text: after }, options)) return true
      if (count !== undefined || (await readEditCount(store)) === expected) return false
    }
  }

  async function find(file: string): Promise<string | undefined> {
    return textOf((await store.find(kind, file))?.value)
  }
}

function textOf(value: unknown): string | undefined {
  const { text } = (value ?? {}) as { text?: unknown }
  return typeof text === 'string' ? text : undefined
}

/** Returns a storage that edits an application in its file, or in the store when it has none. New ones are files. */
export function combineStorages(files: DocumentStorage, stored: DocumentStorage): DocumentStorage {
  const storageOf = async (file: string) => ((await files.has(file)) ? files : stored)
  return {
    has: async (file) => (await files.has(file)) || (await stored.has(file)),
    read: async (file) => (await storageOf(file)).read(file),
    create: (file, text) => files.create(file, text),
    replace: async (file, before, after) => (await storageOf(file)).replace(file, before, after),
    prepareUndo: async (file) => (await storageOf(file)).prepareUndo(file),
  }
}
