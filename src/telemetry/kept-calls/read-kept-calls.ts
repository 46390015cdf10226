/** Reads the calls that a gateway keeps on disk, and removes old ones. A file has the calls of an hour, one JSON text in a line. */

import { createReadStream } from 'node:fs'
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { KeptCall } from '../../contract/access/explanation.ts'
import { parseJson } from '../../lib/collections/json-object.ts'
import { dayMs, hourMs } from '../../lib/time/durations.ts'

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

/** Returns the kept call with this request id. It reads the newest files first, piece by piece. */
export async function findKeptCall(folder: string, requestId: string): Promise<KeptCall | undefined> {
  const needle = `{"requestId":${JSON.stringify(requestId)},`
  for (const name of (await listFiles(folder)).reverse()) {
    let rest = Buffer.alloc(0)
    for await (const piece of createReadStream(join(folder, name), { highWaterMark: 512 * 1024 })) {
      const bytes = Buffer.concat([rest, piece])
      const start = bytes.indexOf(needle)
      const end = bytes.indexOf('\n', start)
      if (start >= 0 && end >= 0) return parseJson(bytes.toString('utf8', start, end)) as KeptCall | undefined
      rest = bytes.subarray(bytes.lastIndexOf('\n') + 1)
    }
  }
  return undefined
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
