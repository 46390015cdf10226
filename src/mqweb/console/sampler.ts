/** Samples every running queue manager of the installation, on a grid that all charts share. */
import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import type { Installation } from '../../qm/index.ts'
import { gridMs, ManagerSeries } from './series.ts'
import { loadSeries, saveSeries } from './series-file.ts'

export interface Sampler {
  /** The hour of a queue manager; undefined when it has not been seen running yet. */
  find(manager: string): ManagerSeries | undefined
  /** The tick of now: grid steps since the epoch. */
  now(): number
  /** Settles when the hours are on disk. */
  close(): Promise<void>
}

export interface SamplerTools {
  installation: Installation
  /** Where the hours are kept over a restart. */
  folder: string
  clock: Clock
  log: Log
}

/** Samples between two writes of the file: five minutes. What a crash loses is no more. */
const saveEvery = 30

/** Begins to sample. The process may end while it waits for the next step. */
export function openSampler({ installation, folder, clock, log }: SamplerTools): Sampler {
  const now = () => Math.floor(clock() / gridMs)
  const managers = loadSeries(folder, now(), log)

  function take(): void {
    const present = new Set<string>()
    for (const manager of installation.list()) {
      present.add(manager.name)
      try {
        const reading = manager.reading()
        if (reading) seriesOf(manager.name).take(now(), clock(), reading)
      } catch (error) {
        log.warn({ err: error, qmgr: manager.name }, 'no sample could be taken')
      }
    }
    for (const name of managers.keys()) if (!present.has(name)) managers.delete(name)
  }

  function seriesOf(name: string): ManagerSeries {
    const known = managers.get(name) ?? new ManagerSeries()
    managers.set(name, known)
    return known
  }

  let saving: Promise<void> = Promise.resolve()
  function save(): Promise<void> {
    saving = saving.then(() => saveSeries(folder, managers, log))
    return saving
  }

  let timer: NodeJS.Timeout
  let steps = 0
  function wait(): void {
    timer = setTimeout(step, gridMs - (clock() % gridMs))
    timer.unref()
  }
  function step(): void {
    take()
    if (steps++ % saveEvery === saveEvery - 1) void save()
    wait()
  }
  step()

  return {
    find: (manager) => managers.get(manager),
    now,
    close() {
      clearTimeout(timer)
      return save()
    },
  }
}
