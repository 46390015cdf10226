/** The applications in the store of the gateway, for commands beside a running gateway. */
import { openStateStore, type StateStoreLocation } from '../../../../shared/storage/index.ts'
import { openFileStorage } from '../../../config/index.ts'
import type { LoadResult } from '../../../config/types/index.ts'

/** Opens the applications; undefined when no catalog stores applications. Rejects with a `StateStoreError`. */
export async function openApplications(
  { config, readable }: LoadResult,
  { folder, store }: { folder: string; store: StateStoreLocation },
) {
  if (!(config ?? readable)?.catalogs.some(({ storesApplications }) => storesApplications)) return undefined
  const [{ openApplicationsOf }, { combineStorages }] = await Promise.all([
    import('../../../runtime/loading/application-loader.ts'),
    import('../../../runtime/applications/stored-applications.ts'),
  ])
  const applications = await openApplicationsOf(() => openStateStore(store))()
  return {
    storage: combineStorages(openFileStorage(folder), applications.storage),
    /** The applications in the store only. */
    storedApplications: applications.storage,
    stored: applications.texts(),
    close: applications.close,
  }
}
