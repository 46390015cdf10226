/** Samples every running queue manager of the installation, on a grid that all charts share. */
import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import type { Installation } from '../../qm/index.ts'
import { gridMs, ManagerSeries } from './series.ts'

export interface Sampler {
  /** The hour of a queue manager; undefined when it has not been seen running yet. */
  find(manager: string): ManagerSeries | undefined
  /** The tick of now: grid steps since the epoch. */
  now(): number
  close(): void
}

export interface SamplerTools {
  installation: Installation
  clock: Clock
  log: Log
}

/** Begins to sample. The process may end while it waits for the next step. */
export function openSampler({ installation, clock, log }: SamplerTools): Sampler {
  const managers = new Map<string, ManagerSeries>()
  const now = () => Math.floor(clock() / gridMs)

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

  let timer: NodeJS.Timeout
  function wait(): void {
    timer = setTimeout(step, gridMs - (clock() % gridMs))
    timer.unref()
  }
  function step(): void {
    take()
    wait()
  }
  step()

  return {
    find: (manager) => managers.get(manager),
    now,
    close: () => clearTimeout(timer),
  }
}
