/** Reloads changed documents: checks them, and puts them to use in every worker unless they have errors. */
import type { Log } from '../../../shared/lib/output/log.ts'
import type { Registry } from '../../../shared/lib/output/prometheus.ts'
import type { Problem } from '../../config/types/index.ts'
import { renderErrors } from '../../lib/output/render-problem.ts'
import type { WriteAuditEntry } from '../../telemetry/audit/index.ts'
import { openReloadMetrics } from '../../telemetry/metrics/index.ts'
import type { DocumentSource } from '../documents/open-documents.ts'
import type { LoadReport, SerializedConfig } from '../documents/serialized-config.ts'
import type { Loader } from './loader.ts'
import type { FollowedDocuments } from './watch-documents.ts'

export interface ReloadOptions {
  source: DocumentSource
  /** The revision in use at the beginning. */
  config: SerializedConfig
  loader: Loader
  watcher: FollowedDocuments
  /** Whether the documents on disk have errors, so that the revision in use is another one. */
  isRestored?: boolean | undefined
  /** Puts a configuration to use. Rejects when it cannot be served; the one before stays in use. */
  useConfig(config: SerializedConfig): Promise<void>
  log: Log
  metrics: Registry
  /** Never rejects: documents are reloaded also when the disk is full. */
  audit: WriteAuditEntry
  /** Milliseconds until the next attempt after the documents could not be put to use, each time twice as long: 5 s. */
  retryDelayMs?: number
}

type WriteChange = (changes: LoadReport['changes']) => Promise<void>

/** The result of a change of the documents. */
export type ChangeResult = { problems: readonly Problem[]; isInUse: boolean }

export type Reloader = ReturnType<typeof reloadOnChange>

/** Documents are loaded when they have not changed for this time: a deployment copies files one after the other. */
const quietMs = 500
/** The limit for the wait, when files among the documents never stop changing, and for that until another attempt. */
const maxWaitMs = 30_000

/** Reloads when documents change, and on SIGHUP. */
export function reloadOnChange(options: ReloadOptions) {
  const { source, config, loader, watcher, useConfig: use, log, audit, retryDelayMs = 5_000 } = options
  const record = openReloadMetrics(options.metrics, 'documents')
  const usedAt = options.metrics.gauge(
    'sluice_config_in_use_since_seconds',
    'Since when the documents have been in use, in seconds since the epoch',
  )
  options.metrics.observe(
    'sluice_config_info',
    'Always 1; the label is the revision of the documents in use',
    ['revision'],
    () => [{ labels: { revision: current.revision }, value: 1 }],
  )
  let current = config
  let upToDate = !options.isRestored
  let timer: NodeJS.Timeout | undefined
  let changedAt: number | undefined
  let againMs = retryDelayMs
  let turn: Promise<unknown> = Promise.resolve()
  let next: Promise<boolean> | undefined
  recordUse()
  if (options.isRestored) record('refused')

  watcher.onChange(soon)
  process.on('SIGHUP', reloadAll)

  return {
    /** Loads the documents now. Returns whether those on disk are in use afterwards. */
    reloadNow: now,
    /**
     * Loads the documents as they will be after a change. When they have no errors, it calls `write` with what the
     * change does, which writes it, and puts them to use. Returns the problems, and whether the documents are in use.
     * Rejects when `write` rejects, and with `LoadingError`. `by` is the user who makes the change.
     */
    putToUse(overlay: DocumentSource['overlay'], write: WriteChange, by?: string): Promise<ChangeResult> {
      const changing = turn.then(() => change(overlay, write, by))
      turn = changing.catch(() => {}) // the caller handles the error
      return changing
    },
    configInUse: (): SerializedConfig => current,
    close(): void {
      clearTimeout(timer)
      process.off('SIGHUP', reloadAll)
      watcher.close()
    },
  }

  function recordUse(): void {
    record('used')
    usedAt.set(Date.now() / 1_000)
  }

  function soon(): void {
    changedAt ??= performance.now()
    againMs = retryDelayMs
    loader.prestart()
    clearTimeout(timer)
    timer = setTimeout(now, Math.max(0, Math.min(quietMs, changedAt + maxWaitMs - performance.now())))
  }

  function reloadAll(): void {
    watcher.doubtAll()
    void now()
  }

  /** Runs one reload at a time. A caller during a reload gets the result of the next one, which sees later changes. */
  function now(): Promise<boolean> {
    clearTimeout(timer)
    timer = undefined
    changedAt = undefined
    next ??= turn.then(async () => {
      next = undefined
      await reload().catch(tryAgain)
      return upToDate
    })
    turn = next
    return next
  }

  async function reload(): Promise<void> {
    const startedAt = Date.now()
    const loaded = await loader.load(source)
    watcher.followFiles(loaded.files ?? [], startedAt)
    if (loaded.revision === current.revision) return stay()
    if (loaded.config) await adoptLoaded(loaded.config, loaded.changes)
    else await refuse(renderErrors(loaded.problems))
  }

  async function change(overlay: DocumentSource['overlay'], write: WriteChange, by?: string): Promise<ChangeResult> {
    const { config: found, revision, problems, changes } = await loader.load({ ...source, overlay })
    if (revision === undefined) return { problems, isInUse: false }
    await write(changes)
    if (found) await adoptLoaded(found, changes, by).catch(tryAgain)
    return { problems, isInUse: found === undefined || upToDate }
  }

  /** Puts documents to use in every worker. Rejects when they cannot be served. */
  async function adoptLoaded(found: SerializedConfig, changes: LoadReport['changes'], by?: string): Promise<void> {
    await use(found)
    loader.markInUse(found, by)
    current = found
    upToDate = true
    recordUse()
    const lines = changes.map(({ text }) => text)
    log.info({ revision: found.revision, changes: lines }, 'other documents are in use')
    await audit('documents used', { revision: found.revision, changes: lines })
  }

  /** Schedules another attempt, because the reason is outside the documents. */
  function tryAgain({ message }: Error): void {
    upToDate = false
    record('failed')
    log.error(
      { reason: message, inUse: current.revision, againInMs: againMs },
      'the changed documents could not be put to use, the old ones stay in use',
    )
    timer ??= setTimeout(now, againMs).unref()
    againMs = Math.min(againMs * 2, maxWaitMs)
  }

  function stay(): void {
    if (!upToDate) log.info({ inUse: current.revision }, 'the documents are again those in use')
    upToDate = true
    record('unchanged')
  }

  async function refuse(problems: readonly string[]): Promise<void> {
    upToDate = false
    record('refused')
    log.error({ problems, inUse: current.revision }, 'the changed documents have errors: the previous ones stay in use')
    await audit('documents refused', { problems, inUse: current.revision })
  }
}
