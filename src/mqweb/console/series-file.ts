/** Keeps the samples of all queue managers in one file, so that charts continue after a restart of the server. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { replaceFile } from '../../lib/files/replace-file.ts'
import type { Log } from '../../lib/output/log.ts'
import { QueueManagerSeries, type SerializedSeries } from './series.ts'

export const seriesFileName = 'history.bin'
/** The version of the file layout. The server ignores a file of another layout. */
const layout = 1

type Saved = { readonly layout: number; readonly managers: ReadonlyMap<string, SerializedSeries> }

/** Returns the samples in the file up to the tick `now`; none when it is missing or, with a warning, damaged. */
export function loadSeriesFile(folder: string, now: number, log: Log): Map<string, QueueManagerSeries> {
  const file = join(folder, seriesFileName)
  try {
    const saved = deserialize(readFileSync(file)) as Saved
    if (saved.layout !== layout) return new Map()
    // Samples with a future tick come from a clock that was wrong. They would prevent new samples.
    const past = [...saved.managers].filter(([, { last }]) => last <= now)
    return new Map(past.map(([name, series]) => [name, QueueManagerSeries.deserialize(series)]))
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    if (!isMissing) log.warn({ err: error, file }, 'cannot read the file of chart samples; the charts start empty')
    return new Map()
  }
}

/** Replaces the file atomically. Never rejects: when a write fails, it logs a warning and the previous file stays. */
export async function saveSeriesFile(
  folder: string,
  managers: ReadonlyMap<string, QueueManagerSeries>,
  log: Log,
): Promise<void> {
  const file = join(folder, seriesFileName)
  const saved: Saved = { layout, managers: new Map([...managers].map(([name, series]) => [name, series.saved()])) }
  try {
    await replaceFile(file, serialize(saved), { mode: 0o600 })
  } catch (error) {
    log.warn({ err: error, file }, 'cannot write the file of chart samples')
  }
}
