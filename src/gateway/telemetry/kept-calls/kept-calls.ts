/**
 * Keeps single calls on disk, so that they can be explained after a restart and decided again by other documents. Which
 * calls are kept is bounded by time and not by traffic: all calls of a quiet gateway, one in a second of a busy one.
 * What is kept waits in memory for a second at most.
 *
 * A file has the calls of an hour, one JSON text in a line.
 */
import { createReadStream } from 'node:fs'
import { appendFile, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { parseJson } from '../../../shared/lib/collections/json-object.ts'
import { makeFolder } from '../../../shared/lib/files/make-folder.ts'
import type { Log } from '../../../shared/lib/output/log.ts'
import type { Clock } from '../../../shared/lib/time/clock.ts'
import { dayMs, hourMs } from '../../../shared/lib/time/durations.ts'
import type { KeptCall } from '../../contract/access/explanation.ts'
import type { CallRecord } from '../calls/index.ts'

export interface KeptCallOptions {
  /** The folder of the files. Without it, no call is kept. */
  folder: string | undefined
  /** How many processes keep calls in the folder: each has its share of the budget. */
  workerCount: number
  clock: Clock
  log: Log
}

type EndedCall = Pick<CallRecord, 'requestId' | 'at' | 'isKept'> & { reason: string | undefined }

/** Calls of a gateway that are kept at once, and for each second after that. */
const [burst, perSecond] = [600, 1]
const flushMs = 1_000
const batchSize = 50

type WaitingCall = { requestId: string; render(): KeptCall | undefined }

export function openKeptCalls({ folder, workerCount, clock, log }: KeptCallOptions) {
  if (folder === undefined) return { chooses: () => false, add() {}, find: () => undefined, async close() {} }
  const openShare = () => openBudget(burst / workerCount, perSecond / workerCount)
  // a flood of rejected calls leaves room for the others
  const [takeForAll, takeForRejected] = [openShare(), openShare()]
  let waiting: WaitingCall[] = []
  let writing: readonly WaitingCall[] = []
  let timer: NodeJS.Timeout | undefined
  let last = Promise.resolve()
  let hasFailed = false

  return {
    /** Returns whether a call that begins now is kept. */
    chooses: takeForAll,
    /** Keeps a call that was chosen, and a rejected request while there is room for it. `render` is called later, once or more. */
    add({ requestId, at, isKept, reason }: EndedCall, render: () => KeptCall | undefined): void {
      if (!isKept && !(reason && takeForRejected(at))) return
      waiting.push({ requestId, render })
      timer ??= setTimeout(flush, flushMs).unref()
    },
    /** Returns a call that is not on disk yet. */
    find: (requestId: string): KeptCall | undefined =>
      [...waiting, ...writing].find((each) => each.requestId === requestId)?.render(),
    /** Writes what waits. */
    async close(): Promise<void> {
      clearTimeout(timer)
      flush()
      await last
    },
  }

  function flush(): void {
    timer = undefined
    const calls = waiting
    waiting = []
    last = last.then(() => write(calls))
  }

  async function write(calls: readonly WaitingCall[]): Promise<void> {
    writing = calls
    try {
      const lines: string[] = []
      for (const [index, call] of calls.entries()) {
        if (index % batchSize === batchSize - 1) await new Promise(setImmediate)
        const kept = call.render()
        if (kept) lines.push(`${JSON.stringify(kept)}\n`)
      }
      await makeFolder(folder as string, { mode: 0o700 })
      const name = `${new Date(clock()).toISOString().slice(0, 13)}.jsonl`
      await appendFile(join(folder as string, name), lines.join(''), { mode: 0o600 })
      hasFailed = false
    } catch (error) {
      if (!hasFailed) log.warn({ err: error }, 'calls could not be kept for explanations')
      hasFailed = true
    }
    writing = []
  }
}

/** Returns a function that takes one of a budget: so many at once, and so many for each second after that. */
function openBudget(most: number, eachSecond: number): (now: number) => boolean {
  let left = 0
  let filledAt = Number.NEGATIVE_INFINITY
  return (now) => {
    if (left < 1) {
      left = Math.min(most, ((now - filledAt) / 1_000) * eachSecond)
      if (left < 1) return false
      filledAt = now
    }
    left -= 1
    return true
  }
}

/** How long calls are kept. */
export const keptCallMs = dayMs

/** Returns the names of the files, the oldest first. */
async function listFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return names.filter((name) => /^\d{4}-\d\d-\d\dT\d\d\.jsonl$/.test(name)).sort()
}

/** Yields pieces of whole lines, those of the newest files first, and `undefined` after each file. */
async function* readPieces(folder: string): AsyncGenerator<Buffer | undefined> {
  for (const name of (await listFiles(folder)).reverse()) {
    let rest = Buffer.alloc(0)
    for await (const piece of createReadStream(join(folder, name), { highWaterMark: 512 * 1024 })) {
      const bytes = Buffer.concat([rest, piece])
      const end = bytes.lastIndexOf('\n') + 1
      yield bytes.subarray(0, end)
      rest = bytes.subarray(end)
    }
    yield undefined
  }
}

/** Returns the kept call with this request id. */
export async function findKeptCall(folder: string, requestId: string): Promise<KeptCall | undefined> {
  const needle = `{"requestId":${JSON.stringify(requestId)},`
  for await (const bytes of readPieces(folder)) {
    const start = bytes?.indexOf(needle) ?? -1
    if (bytes && start >= 0) return parseJson(bytes.toString('utf8', start, bytes.indexOf('\n', start))) as KeptCall
  }
  return undefined
}

/** Returns the last rejected calls of an application that are kept, `most` and those of the same hour. */
export async function findRejectedCalls(
  folder: string,
  { catalog, application, most }: { catalog: string; application: string; most: number },
): Promise<KeptCall[]> {
  const needle = `"catalog":${JSON.stringify(catalog)},"application":${JSON.stringify(application)},`
  const found: KeptCall[] = []
  for await (const bytes of readPieces(folder)) {
    if (!bytes && found.length >= most) break
    for (let at = bytes?.indexOf(needle) ?? -1; bytes && at >= 0; at = bytes.indexOf(needle, at + 1)) {
      const text = bytes.toString('utf8', bytes.lastIndexOf('\n', at) + 1, bytes.indexOf('\n', at))
      const call = parseJson(text) as KeptCall | undefined
      if (call?.credentials && call.reason !== 'served') found.push(call)
    }
  }
  return found
}

/** Yields the kept calls since a time, the oldest first, by the files in which they are. */
export async function* readKeptCalls(folder: string, since: number): AsyncGenerator<KeptCall[]> {
  for (const name of await listFiles(folder)) {
    if (hourOf(name) + hourMs <= since) continue
    const lines = (await readFile(join(folder, name), 'utf8')).split('\n')
    yield lines.flatMap((line) => (parseJson(line) as KeptCall | undefined) ?? []).filter(({ at }) => at >= since)
  }
}

/** Removes files of calls that are older than a day, and the oldest ones above a size. */
export async function removeOldCalls(folder: string, { now, maxBytes }: { now: number; maxBytes: number }) {
  let bytes = 0
  for (const name of (await listFiles(folder)).reverse()) {
    bytes += (await stat(join(folder, name))).size
    const isOld = hourOf(name) + hourMs + keptCallMs <= now
    if (isOld || bytes > maxBytes) await rm(join(folder, name), { force: true })
  }
}

function hourOf(name: string): number {
  return Date.parse(`${name.slice(0, 13)}:00:00Z`)
}
