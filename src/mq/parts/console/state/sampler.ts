/** Samples every running queue manager of the installation at common ten-second ticks, and keeps the samples over a restart. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { deserialize, serialize } from 'node:v8'
import { gunzipSync, gzip } from 'node:zlib'
import { getOrCreate } from '../../../../shared/lib/collections/get-or-create.ts'
import { replaceFile } from '../../../../shared/lib/files/replace-file.ts'
import type { Log } from '../../../../shared/lib/output/log.ts'
import type { Clock } from '../../../../shared/lib/time/clock.ts'
import type { Installation } from '../../../manager/index.ts'
import { sampleIntervalMs } from './sample-tiers.ts'
import { QueueManagerSeries, type SerializedSeries } from './series.ts'

export type QueueManagerSampler = ReturnType<typeof openQueueManagerSampler>

interface SamplerDeps {
  installation: Installation
  /** The folder of the file that keeps the samples over a restart. */
  folder: string
  clock: Clock
  log: Log
}

/** Ticks between two writes of the file: five minutes. A crash loses no more samples than these. */
const ticksPerSave = 30

/** The most queues of the installation that have history beyond an hour, 29 KiB each; every queue has 3.6 KiB for the hour. */
const maxLongTracks = 800

/** Starts sampling. The timer does not keep the process running. */
export function openQueueManagerSampler({ installation, folder, clock, log }: SamplerDeps) {
  const now = () => Math.floor(clock() / sampleIntervalMs)
  const managers = loadSeriesFile(folder, now(), log)

  function take(): void {
    const present = new Set<string>()
    let room = maxLongTracks - [...managers.values()].reduce((count, { longTracks }) => count + longTracks, 0)
    for (const manager of installation.list()) {
      present.add(manager.name)
      try {
        const reading = manager.readMetrics()
        if (!reading) continue
        const series = seriesOf(manager.name)
        const before = series.longTracks
        series.addSample(now(), clock(), reading, room)
        room -= series.longTracks - before
      } catch (error) {
        log.warn({ err: error, qmgr: manager.name }, 'cannot sample the queue manager')
      }
    }
    for (const name of managers.keys()) if (!present.has(name)) managers.delete(name)
  }

  function seriesOf(name: string): QueueManagerSeries {
    return getOrCreate(managers, name, () => new QueueManagerSeries())
  }

  let saving: Promise<void> = Promise.resolve()
  function save(): Promise<void> {
    saving = saving.then(() => saveSeriesFile(folder, managers, log))
    return saving
  }

  let timer: NodeJS.Timeout
  let steps = 0
  function wait(): void {
    timer = setTimeout(step, sampleIntervalMs - (clock() % sampleIntervalMs))
    timer.unref()
  }
  function step(): void {
    take()
    if (steps++ % ticksPerSave === ticksPerSave - 1) void save()
    wait()
  }
  step()

  return {
    /** Returns the samples of a queue manager, or undefined before its first one. */
    find: (manager: string): QueueManagerSeries | undefined => managers.get(manager),
    /** Returns the current tick: the number of sample intervals since the epoch. */
    currentTick: now,
    /** Stops sampling. Settles when the samples are on disk. */
    close(): Promise<void> {
      clearTimeout(timer)
      return save()
    },
  }
}

export const seriesFileName = 'history.bin'
/** The version of the file layout. The server ignores a file of another layout. */
const layout = 2

type Saved = { readonly layout: number; readonly managers: ReadonlyMap<string, SerializedSeries> }

/** Returns the samples in the file up to the tick `now`; none when it is missing or, with a warning, damaged. */
function loadSeriesFile(folder: string, now: number, log: Log): Map<string, QueueManagerSeries> {
  const file = join(folder, seriesFileName)
  try {
    const saved = deserialize(gunzipSync(readFileSync(file))) as Saved
    if (saved.layout !== layout) return new Map()
    // Samples with a future tick come from a clock that was wrong. They would prevent new samples.
    const past = [...saved.managers].filter(([, { last }]) => last <= now)
    return new Map(past.map(([name, series]) => [name, QueueManagerSeries.deserialize(series)]))
  } catch (error) {
    const { code, message: reason } = error as NodeJS.ErrnoException
    const text = 'the file of chart samples cannot be read, or is of an earlier version; the charts start empty'
    if (code !== 'ENOENT') log.warn({ file, reason }, text)
    return new Map()
  }
}

const compress = promisify(gzip)

/** Replaces the file atomically. Never rejects: when a write fails, it logs a warning and the previous file stays. */
async function saveSeriesFile(
  folder: string,
  managers: ReadonlyMap<string, QueueManagerSeries>,
  log: Log,
): Promise<void> {
  const file = join(folder, seriesFileName)
  const saved: Saved = { layout, managers: new Map([...managers].map(([name, series]) => [name, series.saved()])) }
  try {
    await replaceFile(file, await compress(serialize(saved), { level: 1 }), { mode: 0o600 })
  } catch (error) {
    log.warn({ err: error, file }, 'cannot write the file of chart samples')
  }
}
