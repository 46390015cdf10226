/** Requests of the portal in the primary: only the primary writes documents and asks all workers. */
import { systemClock } from '../../../../shared/lib/time/clock.ts'
import { onceAsync } from '../../../../shared/lib/time/once-async.ts'
import { selectCatalogs } from '../../../runtime/documents/serialized-config.ts'
import type { ServedGateway } from '../../../runtime/gateway/worker-requests.ts'
import type { Packed } from '../../../runtime/rpc/packed.ts'
import type { MessageHandlers } from '../../../runtime/rpc/rpc-channel.ts'
import { openDocumentThread, runInDocumentThread } from '../../../runtime/threads/open-document-thread.ts'
import type { LiveCounters } from '../rest/index.ts'
import { buildRunTask, liveDeadlineMs, type PortalToPrimary, portalName } from './messages.ts'

/** Modules that write documents are loaded at the first edit, because most primaries never edit one. */
export function buildPrimaryRequests(served: ServedGateway): MessageHandlers<PortalToPrimary> {
  const { source, settings, loader, reloader, workers, audit, log } = served
  const { configFolder: folder, environment } = source
  const place = { folder, environment }

  const documentEditor = onceAsync(async () => {
    const { openDocumentEditor } = await import('../host/documents/document-editor.ts')
    const runTask = buildRunTask(openDocumentThread())
    const runAlone = buildRunTask(runInDocumentThread)
    return openDocumentEditor({
      folder,
      preview: (overlay) => loader.preview({ ...source, overlay }),
      putToUse: reloader.putToUse,
      runTask(task) {
        const catalogs = task.do === 'versions' ? selectCatalogs(reloader.configInUse()) : undefined
        return runTask('documents', { ...place, task, catalogs })
      },
      compare: (changes) => runTask('compare', { ...place, changes }),
      testSignIn: (request) => runAlone('testSignIn', { ...place, store: settings.store, ...request }),
      audit,
      clock: systemClock,
      log,
    })
  })

  const descriptions = onceAsync(async () => {
    const { openApiDescriptions } = await import('../host/api-descriptions.ts')
    return openApiDescriptions({ ...place, revision: () => reloader.configInUse().revision })
  })

  return {
    documents: async ({ request }) => (await documentEditor())(request),
    describe: async ({ file }) => (await descriptions()).describe(file),
    openapi: async ({ file }) => (await descriptions()).readOpenApi(file),
    live: (argument) =>
      workers.requestAll('part', { part: portalName, name: 'live', argument }, liveDeadlineMs) as Promise<
        Packed<LiveCounters>[]
      >,
  }
}
