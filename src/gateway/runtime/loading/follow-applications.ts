/** Puts applications to use that another gateway or a command has changed in the store, and measures how long that took. */
import type { Log } from '../../../shared/lib/output/log.ts'
import type { Registry } from '../../../shared/lib/output/prometheus.ts'
import type { ApplicationLoader } from './application-loader.ts'
import type { Reloader } from './reload.ts'

/** The time within which a changed application is in use at every node, in milliseconds. */
const maxDelayMs = 500

/** The dependencies of `followApplications`. */
export interface FollowApplicationsOptions {
  loader: Pick<ApplicationLoader, 'follow' | 'storedApplications'>
  reloader: Pick<Reloader, 'reloadNow'>
  metrics: Registry
  log: Log
}

/** Reloads the documents whenever an application in the store has changed. */
export function followApplications({ loader, reloader, metrics, log }: FollowApplicationsOptions): void {
  const changes = metrics.counter(
    'sluice_application_changes_received_total',
    'Changes of applications in the store that this gateway has put to use; late are those after more than 500 ms',
    ['late'],
  )
  const changeSeconds = metrics.counter(
    'sluice_application_changes_delay_seconds_total',
    'The time between saving these changes and their use by all workers',
  )

  loader.follow(() => void putToUse())

  async function putToUse(): Promise<void> {
    const isUsed = await reloader.reloadNow()
    if (!isUsed) return
    const delayMs = await loader
      .storedApplications()
      ?.sinceLastEditMs()
      .catch((error: unknown) => {
        log.debug({ err: error }, 'the time of a changed application could not be read')
        return undefined
      })
    if (delayMs === undefined) return
    changes.inc({ late: String(delayMs > maxDelayMs) })
    changeSeconds.inc(delayMs / 1_000)
  }
}
