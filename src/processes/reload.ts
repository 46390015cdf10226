/**
 * Documents that change while the gateway runs: checked first, then put to use in every worker at once. A change
 * that is wrong leaves the old documents in use and is told with its place.
 */
import { type FSWatcher, watch } from 'node:fs'
import { join } from 'node:path'

import { Counter, Gauge, type Registry } from 'prom-client'

import { describeChanges, renderProblem } from '../config/index.ts'
import type { Config, Loaded } from '../config/types.ts'
import type { Log } from '../lib/log.ts'

export interface ReloadOptions {
  folder: string
  config: Config
  load(): Promise<Loaded>
  use(config: Config): Promise<void>
  log: Log
  metrics: Registry
}

export interface Reloading {
  /** Looks at the documents now; settles when what they say is in use, or has been refused. */
  now(): Promise<void>
  close(): void
}

const folders = ['providers', 'catalogs', 'apis']
/** Editors write a file in several steps, and a checkout many files: what changes together is loaded together. */
const quietMs = 100

/** Watches the documents, and SIGHUP. */
export function reloadOnChange({ folder, config, load, use, log, metrics }: ReloadOptions): Reloading {
  const meters = openMeters(metrics)
  let current = config
  let timer: NodeJS.Timeout | undefined
  let turn = Promise.resolve()
  meters.used(config)

  const soon = () => {
    clearTimeout(timer)
    timer = setTimeout(now, quietMs)
  }
  const watchers = folders.map((each) => watchFolder(join(folder, each), soon, log))
  process.on('SIGHUP', now)

  return {
    now,
    close() {
      clearTimeout(timer)
      process.off('SIGHUP', now)
      for (const watcher of watchers) watcher?.close()
    },
  }

  function now(): Promise<void> {
    turn = turn.then(reload)
    return turn
  }

  async function reload(): Promise<void> {
    try {
      const { config: next, problems } = await load()
      if (!next) return refuse(problems.filter((each) => each.severity === 'error').map(renderProblem))
      if (next.revision === current.revision) return

      await use(next)
      log.info(
        { revision: next.revision, changes: describeChanges(current, next) },
        'other documents are in use',
      )
      current = next
      meters.used(next)
    } catch (error) {
      refuse([(error as Error).message])
    }
  }

  function refuse(problems: readonly string[]): void {
    meters.refused()
    log.error(
      { problems, inUse: current.revision },
      'the changed documents are wrong, the old ones stay in use',
    )
  }
}

function watchFolder(folder: string, changed: () => void, log: Log): FSWatcher | undefined {
  try {
    return watch(folder, { recursive: true }, changed).on('error', (error) =>
      log.warn(error, `${folder} is no longer watched`),
    )
  } catch (error) {
    log.warn(error as Error, `${folder} cannot be watched: send SIGHUP after a change`)
    return undefined
  }
}

function openMeters(metrics: Registry) {
  const registers = [metrics]
  const reloads = new Counter({
    name: 'sluice_config_reloads_total',
    help: 'Changes of the documents, by what became of them',
    labelNames: ['result'],
    registers,
  })
  const usedAt = new Gauge({
    name: 'sluice_config_in_use_since_seconds',
    help: 'When the documents in use were put to use, in seconds since the epoch',
    registers,
  })
  const inUse = new Gauge({
    name: 'sluice_config_info',
    help: 'Always 1; the label tells the revision of the documents in use',
    labelNames: ['revision'],
    registers,
  })
  const upToDate = new Gauge({
    name: 'sluice_config_up_to_date',
    help: '1 when the documents in use are those on disk, 0 when a change was refused',
    registers,
  })

  return {
    used({ revision }: Config) {
      reloads.inc({ result: 'used' })
      usedAt.setToCurrentTime()
      inUse.reset()
      inUse.set({ revision }, 1)
      upToDate.set(1)
    },
    refused() {
      reloads.inc({ result: 'refused' })
      upToDate.set(0)
    },
  }
}
