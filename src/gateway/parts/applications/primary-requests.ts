import { systemClock } from '../../../shared/lib/time/clock.ts'
import { onceAsync } from '../../../shared/lib/time/once-async.ts'
import { selectCatalogs } from '../../runtime/documents/serialized-config.ts'
import type { ServedGateway } from '../../runtime/gateway/worker-requests.ts'
import type { MessageHandlers } from '../../runtime/rpc/rpc-channel.ts'
import { openDocumentThread } from '../../runtime/threads/open-document-thread.ts'
import { type ApplicationsToPrimary, buildRunTask } from './messages.ts'

/** The code that writes documents is loaded at the first edit, because most primaries never edit one. */
export function buildPrimaryRequests(served: ServedGateway): MessageHandlers<ApplicationsToPrimary> {
  const { source, loader, reloader, audit, log } = served

  const applicationEdits = onceAsync(async () => {
    const { openApplicationEdits } = await import('./application-edits.ts')
    const runTask = buildRunTask(openDocumentThread())
    return openApplicationEdits({
      folder: source.configFolder,
      load: (overlay) => loader.preview({ ...source, overlay }),
      runTask: (task) => {
        loader.prestart() // its process starts beside the thread
        return runTask('edit', { catalogs: selectCatalogs(reloader.configInUse()), task })
      },
      reload: reloader.reloadNow,
      storedApplications: loader.storedApplications,
      audit,
      clock: systemClock,
      log,
    })
  })

  return { edit: async ({ edit }) => (await applicationEdits())(edit) }
}
