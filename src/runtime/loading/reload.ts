/**
 * Documents that change while the gateway runs: checked first, then put to use in every worker at once. A change
 * that is wrong leaves the old documents in use and is told with its place.
 */

import type { Log } from '../../lib/output/log.ts'
import type { Registry } from '../../lib/output/prometheus.ts'
import { renderProblem } from '../../lib/output/render-problem.ts'
import type { WriteAuditEntry } from '../../telemetry/audit/index.ts'
import { openReloadMetrics } from '../../telemetry/metrics/index.ts'
import type { DocumentSource } from '../documents/open-documents.ts'
import type { SerializedConfig } from '../documents/serialized-config.ts'
import { type Loader, LoadingError } from './loader.ts'
import { watchDocuments } from './watch-documents.ts'

export interface ReloadOptions {
  source: DocumentSource
  /** What is in use at the beginning. */
  config: SerializedConfig
  loader: Loader
  /** Rejects when the configuration cannot be served; then the one before it is still in use. */
  useConfig(config: SerializedConfig): Promise<void>
  log: Log
  metrics: Registry
  audit: WriteAuditEntry
  /** How long to wait after documents could not be loaded for a reason that is not in them: 5 s. */
  retryDelayMs?: number
}

export interface Reloader {
  /** Looks at the documents now; whether what they say is in use then, or has been refused. */
  reloadNow(): Promise<boolean>
  configInUse(): SerializedConfig
  close(): void
}

/** Editors write a file in several steps, and a checkout many files: what changes together is loaded together. */
const quietMs = 100
/** A folder that never comes to rest must not keep a change from being used. */
const maxWaitMs = 500

/** Follows the documents of a folder, and SIGHUP. */
export function reloadOnChange(options: ReloadOptions): Reloader {
  const { source, config, loader, useConfig: use, log, audit, retryDelayMs: againMs = 5_000 } = options
  const meters = openReloadMetrics(options.metrics)
  let current = config
  let upToDate = true
  let timer: NodeJS.Timeout | undefined
  let changedAt = 0
  let turn: Promise<unknown> = Promise.resolve()
  let next: Promise<boolean> | undefined
  meters.used(config)

  const watcher = watchDocuments(source.configFolder, soon, log)
  process.on('SIGHUP', now)

  return {
    reloadNow: now,
    configInUse: () => current,
    close() {
      clearTimeout(timer)
      process.off('SIGHUP', now)
      watcher.close()
    },
  }

  function soon(): void {
    if (timer === undefined) changedAt = Date.now()
    loader.prestart()
    clearTimeout(timer)
    timer = setTimeout(now, Math.min(quietMs, changedAt + maxWaitMs - Date.now()))
  }

  /** One at a time; whoever asks while one is under way waits for a next, which sees what has changed since. */
  function now(): Promise<boolean> {
    clearTimeout(timer)
    timer = undefined
    next ??= turn.then(() => {
      next = undefined
      return reload().then(() => upToDate)
    })
    turn = next
    return next
  }

  async function reload(): Promise<void> {
    try {
      const { config: found, revision, problems, changes } = await loader.load(source)
      if (revision === current.revision) return stay()
      if (!found) return await refuse(problems.filter((each) => each.severity === 'error').map(renderProblem))

      await use(found)
      loader.markInUse(found)
      current = found
      upToDate = true
      meters.used(found)
      log.info({ revision: found.revision, changes }, 'other documents are in use')
      await note('documents used', { revision: found.revision, changes })
    } catch (error) {
      if (error instanceof LoadingError) tryAgain(error)
      else await refuse([(error as Error).message])
    }
  }

  /** Documents are followed also when the disk is full. */
  async function note(action: string, details: Record<string, unknown>): Promise<void> {
    await audit(action, details).catch((error) =>
      log.error({ err: error }, 'the audit trail cannot be written'),
    )
  }

  /** What keeps documents from being loaded is not in them. */
  function tryAgain({ message }: LoadingError): void {
    upToDate = false
    meters.failed()
    log.error(
      { reason: message, inUse: current.revision, againInMs: againMs },
      'the changed documents could not be loaded, the old ones stay in use',
    )
    timer ??= setTimeout(now, againMs).unref()
  }

  function stay(): void {
    if (!upToDate) log.info({ inUse: current.revision }, 'the documents are again those in use')
    upToDate = true
    meters.unchanged()
  }

  async function refuse(problems: readonly string[]): Promise<void> {
    upToDate = false
    meters.refused()
    log.error(
      { problems, inUse: current.revision },
      'the changed documents are wrong, the old ones stay in use',
    )
    await note('documents refused', { problems, inUse: current.revision })
  }
}
