import { defaultMetricsRegistry } from '../../../shared/lib/output/prometheus.ts'
import { systemClock } from '../../../shared/lib/time/clock.ts'
import { onceAsync } from '../../../shared/lib/time/once-async.ts'
import type { DocumentThread, GatewayPart } from '../../part.ts'
import { selectCatalogs } from '../../runtime/documents/serialized-config.ts'
import type { ServedGateway } from '../../runtime/gateway/worker-requests.ts'
import { type Packed, pack } from '../../runtime/rpc/packed.ts'
import type { MessageHandlers } from '../../runtime/rpc/rpc-channel.ts'
import { openDocumentThread, runInDocumentThread } from '../../runtime/threads/open-document-thread.ts'
import type { Telemetry } from '../../telemetry/index.ts'
import {
  buildRunTask,
  type DocumentFolder,
  liveDeadlineMs,
  type PortalToPrimary,
  type PortalToThread,
  type PortalToWorker,
  portalName,
} from './processes/messages.ts'
import type { RunDocumentTask } from './processes/thread-tasks.ts'
import type { LiveCounters } from './rest/index.ts'

/**
 * Requests of the portal in the primary: only the primary writes documents and asks all workers. Modules that write
 * documents are loaded at the first edit, because most primaries never edit one.
 */
function buildPrimaryRequests(served: ServedGateway): MessageHandlers<PortalToPrimary> {
  const { source, settings, loader, reloader, workers, audit, log } = served
  const { configFolder: folder, environment } = source
  const place = { folder, environment }

  const documentEditor = onceAsync(async () => {
    const { openDocumentEditor } = await import('./host/documents/document-editor.ts')
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
    const { openApiDescriptions } = await import('./host/api-descriptions.ts')
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

/** Requests of the portal in a worker. */
function buildWorkerRequests(telemetry: () => Telemetry): MessageHandlers<PortalToWorker> {
  return {
    async live({ catalog }) {
      const { buildLiveCounters } = await import('./host/live-counters.ts')
      const metrics = defaultMetricsRegistry.read()
      return pack(buildLiveCounters(catalog.slice(1), metrics, telemetry().listRejections(catalog)))
    },
  }
}

/** Tasks of the portal in the document thread. Each loads only its own code. */
function buildDocumentTasks({ parts, readCatalogs }: DocumentThread): MessageHandlers<PortalToThread> {
  let runDocumentTask: RunDocumentTask | undefined

  return {
    async describe({ folder, file, environment }) {
      const { describeApi } = await import('../../config/index.ts')
      return pack(await describeApi(folder, file, environment))
    },
    async openapi({ folder, file, environment }) {
      const { readPublicOpenApi } = await import('../../config/index.ts')
      return pack(await readPublicOpenApi(folder, file, environment))
    },
    async documents({ task, catalogs, ...place }) {
      runDocumentTask ??= await openTasks(place, parts)
      return pack(await runDocumentTask(task, catalogs && readCatalogs(catalogs)))
    },
    async compare({ changes, ...place }) {
      const { compareTexts } = await import('./host/documents/compare-texts.ts')
      return compareTexts(changes, place)
    },
    async testSignIn(request) {
      const { testSignIn } = await import('./host/documents/test-sign-in.ts')
      return testSignIn(request, parts)
    },
  }
}

async function openTasks(place: DocumentFolder, parts: DocumentThread['parts']): Promise<RunDocumentTask> {
  const { openDocumentTasks } = await import('./host/documents/document-tasks.ts')
  return openDocumentTasks(place, parts)
}

export const portalPart: GatewayPart = {
  name: portalName,
  primaryRequests: buildPrimaryRequests,
  workerRequests: buildWorkerRequests,
  documentTasks: buildDocumentTasks,
  restResources: async () => (await import('./rest/resources.ts')).resources,
  async openPortal(options) {
    const { openPortal } = await import('./host/open-portal.ts')
    return openPortal(options)
  },
}
