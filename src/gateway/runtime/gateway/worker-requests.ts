/** Responds to requests of workers, which the portal makes: only the primary writes documents and asks all workers. */

import type { Log } from '../../../shared/lib/output/log.ts'
import { systemClock } from '../../../shared/lib/time/clock.ts'
import { onceAsync } from '../../../shared/lib/time/once-async.ts'
import type { CallRecording } from '../../contract/access/call-log.ts'
import { openApiDescriptions } from '../../parts/portal/host/api-descriptions.ts'
import type { WriteAuditEntry } from '../../telemetry/audit/index.ts'
import { openMachineProofs } from '../app/open-proof-memory.ts'
import type { DocumentSource } from '../documents/open-documents.ts'
import { selectCatalogs } from '../documents/serialized-config.ts'
import type { ApplicationLoader } from '../loading/application-loader.ts'
import type { Reloader } from '../loading/reload.ts'
import { describeSlowCalls } from '../questions/slow-calls.ts'
import type { QuestionSettings } from '../thread-tasks.ts'
import { openDocumentThread, runInDocumentThread } from '../threads/open-document-thread.ts'
import type { RunningGateway } from '../workers/primary.ts'
import type { WorkerRequestHandlers } from '../workers/worker-pool.ts'
import type { CallFinder } from './find-call.ts'

/** Modules that write documents are loaded at the first edit, because most primaries never edit one. */
export function buildWorkerRequestHandlers(served: ServedGateway): WorkerRequestHandlers {
  const { source, settings, loader, reloader, workers, calls, audit, log } = served
  const { configFolder: folder, environment } = source
  const claimProof = openMachineProofs(systemClock, settings.store.dataFolder)

  const applicationEdits = onceAsync(async () => {
    const { openApplicationEdits } = await import('../../parts/portal/host/application-edits.ts')
    const runInThread = openDocumentThread()
    return openApplicationEdits({
      folder,
      load: (overlay) => loader.preview({ ...source, overlay }),
      runTask: (task) => {
        loader.prestart() // its process starts beside the thread
        return runInThread('editApplication', { catalogs: selectCatalogs(reloader.configInUse()), task })
      },
      reload: reloader.reloadNow,
      storedApplications: loader.storedApplications,
      audit,
      clock: systemClock,
      log,
    })
  })

  const documentEditor = onceAsync(async () => {
    const { openDocumentEditor } = await import('../../parts/portal/host/documents/document-editor.ts')
    const place = { folder, environment }
    const runInThread = openDocumentThread()
    return openDocumentEditor({
      folder,
      preview: (overlay) => loader.preview({ ...source, overlay }),
      putToUse: reloader.putToUse,
      runTask: (task) => runInThread('documents', { ...place, task }),
      compare: (changes) => runInThread('compare', { ...place, changes }),
      testSignIn: (request) => runInDocumentThread('testSignIn', { ...place, store: settings.store, ...request }),
      audit,
      clock: systemClock,
      log,
    })
  })

  const descriptions = openApiDescriptions({ folder, environment, revision: () => reloader.configInUse().revision })

  return {
    edit: async ({ edit }) => (await applicationEdits())(edit),
    documents: async ({ request }) => (await documentEditor())(request),
    describe: ({ file }) => descriptions.describe(file),
    openapi: ({ file }) => descriptions.readOpenApi(file),
    why: ({ requestId }) => calls.find(requestId),
    whyHere: ({ ids }) => calls.findHere(ids),

    live: (about) => workers.requestAll('live', about),

    rejections: async (about) => (await workers.requestAll('rejections', about)).flat(),

    async callLog(request) {
      const states = await workers.requestAll('callLog', request)
      if (request.do === 'start') await auditRecording(request.catalog, request.recording)
      return states
    },

    async ask({ name, argument, catalog }) {
      if (name === 'slow-calls') {
        const calls = (await workers.requestAll('slowest', undefined)).flat()
        return describeSlowCalls(calls.filter(({ path }) => path.startsWith(`${catalog}/`)))
      }
      const { configFolder, environment, counters, keptCalls } = settings
      const about = {
        name,
        argument,
        settings: { configFolder, environment, store: settings.store, counters, keptCalls },
      }
      const rows = await runInDocumentThread('ask', about)
      return rows?.filter((row) => `/${row.catalog}` === catalog)
    },

    audit: ({ action, details }) => audit(action, details),
    claimProofs: (proofs) => Promise.all(proofs.map(claimProof)),
  }

  function auditRecording(catalog: string, recording: CallRecording): Promise<void> {
    const until = new Date(recording.until).toISOString()
    return audit('portal record calls', { catalog, ...recording, until })
  }
}

/** The parts of a gateway that serves documents, for those who respond to workers and to commands. */
export interface ServedGateway {
  source: DocumentSource
  settings: QuestionSettings
  loader: ApplicationLoader
  reloader: Reloader
  workers: RunningGateway
  calls: CallFinder
  /** Never rejects: the log has what cannot be written. */
  audit: WriteAuditEntry
  log: Log
}
