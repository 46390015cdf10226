/**
 * A store on another machine, of which this node keeps a copy of some kinds on its own disk: what it needs to check
 * calls.
 *
 * A process that starts while the store is away reads these kinds from the copy. From the first response of the store
 * on, it reads everything there, and `listChanges` tells those who follow changes to read everything again. Writes
 * always go to the store.
 */
import type { Log } from '../../lib/output/log.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { minuteMs } from '../../lib/time/durations.ts'
import type { KeyedEntry, StateStore, StateValue } from '../contract/state-store.ts'
import { readSavedAt, type StoreCopy, StoreCopyError, type StoreCopyLocation, writeStoreCopy } from './copy-file.ts'

/** Returns the function that makes a value fit for the copy, without secrets; undefined for kinds not copied. */
export type SelectCopiedKind = (kind: string) => ((value: StateValue) => StateValue) | undefined

/** The copy of a node. */
export interface StoreCopyState {
  /** When the copy on disk was read from the store, in milliseconds since the epoch; undefined without one. */
  savedAt: number | undefined
  /** Whether this process reads the copy, because the store was away since its start. */
  isInUse: boolean
}

/** A store with a copy. */
export interface CopiedStateStore extends StateStore {
  copyState(): StoreCopyState
  /** Begins to keep the copy up to date: when every kind has been read once. */
  keepCopy(): void
}

/** The dependencies of `openCopiedStore`. */
export interface CopiedStoreOptions {
  store: StateStore
  location: StoreCopyLocation
  select: SelectCopiedKind
  /** The copy to read from until the store answers; undefined when the store has answered. */
  copy: StoreCopy | undefined
  /** The clock of the store, by which entries expire. */
  clock: Clock
  log: Log
  /** The clock of this machine, which all processes of the node share. */
  now?: Clock
  /** Runs work again and again, not before it has ended, until the returned function is called. */
  repeat?: (work: () => Promise<void>, intervalMs: number) => () => Promise<void>
}

const tickMs = 1_000
/** How often the copy is written without a change, so that its age shows how long the store has been away. */
const renewMs = minuteMs
/** The least pause between two writes, in milliseconds, and as a multiple of the time that the last one took. */
const minPauseMs = 5_000
const pauseFactor = 20

/** The cursor of changes that were read from the copy: the next ones are read as a whole from the store. */
const copyCursor = 'copy'

/** Returns the store with its copy. `close` ends both. */
export function openCopiedStore(options: CopiedStoreOptions): CopiedStateStore {
  const { store, location, select, clock, log, now = Date.now, repeat = repeatWork } = options
  /** The kinds that were read, which are those in the copy. */
  const kinds = new Set<string>()
  let { copy } = options
  const hasStartedFromCopy = copy !== undefined
  let savedAt = copy?.savedAt
  let changedAt: number | undefined
  let nextWriteAt = 0
  let isKept = false
  let isFailing = false
  const endTicks = repeat(tick, tickMs)

  return {
    ...store,
    copyState: () => ({ savedAt, isInUse: copy !== undefined }),
    keepCopy() {
      isKept = true
    },

    async find(kind, key) {
      return (await findCopied(kind)?.find((each) => each.key === key)?.entry) ?? store.find(kind, key)
    },
    list: async (kind) => findCopied(kind) ?? store.list(kind),

    async listChanges(kind, cursor) {
      const copied = findCopied(kind)
      if (copied && cursor === undefined) return { entries: copied, cursor: copyCursor, isRestart: true }
      const known = cursor === copyCursor ? undefined : cursor
      const found = await store.listChanges(kind, known)
      endUse()
      if (found.entries.length > 0) changedAt ??= now()
      // What was read at the start may be from the copy.
      return hasStartedFromCopy && known === undefined ? { ...found, isRestart: true } : found
    },

    save: (kind, ...given) => noteChange(kind, store.save(kind, ...given)),
    create: (kind, ...given) => noteChange(kind, store.create(kind, ...given)),
    replace: (kind, ...given) => noteChange(kind, store.replace(kind, ...given)),
    remove: (kind, ...given) => noteChange(kind, store.remove(kind, ...given)),

    async close() {
      await endTicks()
      await store.close()
    },
  }

  /** Returns the live entries of a kind in the copy; undefined where the store has to be asked. */
  function findCopied(kind: string): KeyedEntry[] | undefined {
    if (!kinds.has(kind)) {
      if (!select(kind)) return undefined
      kinds.add(kind)
    }
    const time = clock()
    return copy?.kinds.get(kind)?.filter(({ entry: { expiresAt = time + 1 } }) => expiresAt > time)
  }

  async function noteChange<T>(kind: string, write: Promise<T>): Promise<T> {
    const result = await write
    if (kinds.has(kind)) changedAt ??= now()
    return result
  }

  function endUse(): void {
    if (!copy) return
    copy = undefined
    log.warn('the store can be reached again: everything is read from it, and the copy is no longer used')
  }

  async function tick(): Promise<void> {
    try {
      if (copy) {
        await store.find('probe', 'copy')
        endUse()
      }
      if (isKept && now() >= nextWriteAt) await writeIfDue()
    } catch (error) {
      log.debug({ err: error }, 'the store could not be read for the copy on this disk')
    }
  }

  /** Another worker of this node may have written the copy since the change. */
  async function writeIfDue(): Promise<void> {
    const startedAt = now()
    const neededAfter = changedAt ?? startedAt - renewMs
    savedAt = await readSavedAt(location.file)
    if (savedAt !== undefined && savedAt > neededAfter && savedAt <= startedAt) {
      changedAt = undefined
      return
    }
    const since = changedAt
    changedAt = undefined // a change during the reads makes another write due
    try {
      const found = new Map<string, KeyedEntry[]>()
      for (const kind of kinds) found.set(kind, await listForCopy(kind))
      await write({ savedAt: startedAt, kinds: found })
    } catch (error) {
      changedAt ??= since
      throw error
    } finally {
      nextWriteAt = now() + Math.max(minPauseMs, pauseFactor * (now() - startedAt))
    }
  }

  async function listForCopy(kind: string): Promise<KeyedEntry[]> {
    const entries = await store.list(kind)
    const convert = select(kind) ?? ((value) => value)
    return entries.map(({ key, entry }) => ({ key, entry: { ...entry, value: convert(entry.value) } }))
  }

  async function write(next: StoreCopy): Promise<void> {
    try {
      await writeStoreCopy(location, next)
      savedAt = next.savedAt
      isFailing = false
    } catch (error) {
      if (error instanceof StoreCopyError) savedAt = undefined
      const text =
        'the copy of the store on this disk cannot be kept: without it, no process starts while the store is away'
      if (!isFailing) log.error({ err: error, file: location.file }, text)
      isFailing = true
    }
  }
}

function repeatWork(work: () => Promise<void>, intervalMs: number): () => Promise<void> {
  let running: Promise<void> | undefined
  const timer = setInterval(() => {
    running ??= work().finally(() => {
      running = undefined
    })
  }, intervalMs).unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
