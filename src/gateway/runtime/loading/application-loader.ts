/** A loader that adds the applications in the store, when a catalog says `portal.applications: store`. */
import type { Log } from '../../../shared/lib/output/log.ts'
import type { OpenedGatewayStore } from '../../../shared/storage/index.ts'
import { openStoredApplications, type StoredApplications } from '../applications/stored-applications.ts'
import type { DocumentSource } from '../documents/open-documents.ts'
import type { LoadReport } from '../documents/serialized-config.ts'
import { type Loader, LoadingError } from './loader.ts'

/** A loader whose documents contain the applications in the store. */
export type ApplicationLoader = ReturnType<typeof addStoredApplications>

/** Opens the store of the applications. `close` ends its connections. */
type OpenApplications = () => Promise<StoredApplications & { close(): Promise<void> }>

/** Returns the function that opens the applications in the store that `openStore` opens. */
export function openApplicationsOf(openStore: () => Promise<OpenedGatewayStore>): OpenApplications {
  return async () => {
    const { store, clock } = await openStore()
    try {
      const applications = await openStoredApplications(store, clock)
      store.keepCopy?.()
      return { ...applications, close: store.close }
    } catch (error) {
      await store.close()
      throw error
    }
  }
}

/** Returns a loader over another one. `close` closes both. */
export function addStoredApplications(loader: Loader, open: OpenApplications, log: Log) {
  let opened: Awaited<ReturnType<OpenApplications>> | undefined
  let onChange: (() => void) | undefined
  let stopWatching: (() => void) | undefined
  let isReading = false
  let isDue = false

  return {
    ...loader,
    load: (source: DocumentSource) => run(loader.load, source),
    preview: (source: DocumentSource) => run(loader.preview, source),
    restore: (source: DocumentSource) => run(loader.restore, source),
    /** Returns the applications in the store; undefined while no catalog keeps applications there. */
    storedApplications: (): StoredApplications | undefined => opened,
    /** Calls `onChange` after another gateway or a command has changed an application in the store. */
    follow(given: () => void): void {
      onChange = given
      watch()
    },
    async close() {
      stopWatching?.()
      await Promise.all([loader.close(), opened?.close()])
    },
  }

  async function run(load: Loader['load'], source: DocumentSource): Promise<LoadReport> {
    const loaded = await load({ ...source, stored: opened?.texts() })
    if (!loaded.storesApplications || opened) return loaded
    opened = await open().catch((cause: Error) => {
      throw new LoadingError(`the applications in the store cannot be read: ${cause.message}`, { cause })
    })
    watch()
    return opened.texts().length === 0 ? loaded : load({ ...source, stored: opened.texts() })
  }

  function watch(): void {
    if (opened && onChange) stopWatching ??= opened.watch(() => void readChanges())
  }

  /** Reads the applications, and once more when the store reported a change meanwhile. */
  async function readChanges(): Promise<void> {
    isDue = true
    if (isReading || !opened) return
    isReading = true
    while (isDue) {
      isDue = false
      try {
        if (await opened.refresh()) onChange?.()
      } catch (error) {
        log.debug({ err: error }, 'the applications in the store could not be read; the next look follows')
      }
    }
    isReading = false
  }
}
