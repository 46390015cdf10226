/** Samples every running queue manager of the installation at common ten-second ticks. */
import type { Log } from '../../lib/output/log.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { Installation } from '../../qm/index.ts'
import { QueueManagerSeries, sampleIntervalMs } from './series.ts'
import { loadSeriesFile, saveSeriesFile } from './series-file.ts'

export interface QueueManagerSampler {
  /** Returns the last hour of a queue manager, or undefined before its first sample. */
  find(manager: string): QueueManagerSeries | undefined
  /** Returns the current tick: the number of sample intervals since the epoch. */
  currentTick(): number
  /** Stops sampling. Settles when the samples are on disk. */
  close(): Promise<void>
}

export interface SamplerDeps {
  installation: Installation
  /** The folder of the file that keeps the samples over a restart. */
  folder: string
  clock: Clock
  log: Log
}

/** Ticks between two writes of the file: five minutes. A crash loses no more samples than these. */
const ticksPerSave = 30

/** Starts sampling. The timer does not keep the process running. */
export function openQueueManagerSampler({ installation, folder, clock, log }: SamplerDeps): QueueManagerSampler {
  const now = () => Math.floor(clock() / sampleIntervalMs)
  const managers = loadSeriesFile(folder, now(), log)

  function take(): void {
    const present = new Set<string>()
    for (const manager of installation.list()) {
      present.add(manager.name)
      try {
        const reading = manager.readMetrics()
        if (reading) seriesOf(manager.name).addSample(now(), clock(), reading)
      } catch (error) {
        log.warn({ err: error, qmgr: manager.name }, 'cannot sample the queue manager')
      }
    }
    for (const name of managers.keys()) if (!present.has(name)) managers.delete(name)
  }

  function seriesOf(name: string): QueueManagerSeries {
    const known = managers.get(name) ?? new QueueManagerSeries()
    managers.set(name, known)
    return known
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
    find: (manager) => managers.get(manager),
    currentTick: now,
    close() {
      clearTimeout(timer)
      return save()
    },
  }
}
