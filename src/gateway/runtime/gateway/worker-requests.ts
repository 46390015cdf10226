/** Responds to requests of workers: only the primary asks all of them. */
import type { Log } from '../../../shared/lib/output/log.ts'
import { systemClock } from '../../../shared/lib/time/clock.ts'
import type { CallRecording } from '../../contract/access/call-log.ts'
import type { WriteAuditEntry } from '../../telemetry/audit/index.ts'
import { openMachineProofs } from '../app/open-proof-memory.ts'
import type { DocumentSource } from '../documents/open-documents.ts'
import type { ApplicationLoader } from '../loading/application-loader.ts'
import type { Reloader } from '../loading/reload.ts'
import type { QuestionSettings } from '../messages.ts'
import { describeSlowCalls } from '../questions/slow-calls.ts'
import { buildPartHandler, type PartHandlers } from '../rpc/part-requests.ts'
import { runInDocumentThread } from '../threads/open-document-thread.ts'
import type { RunningGateway } from '../workers/primary.ts'
import type { WorkerRequestHandlers } from '../workers/worker-pool.ts'
import type { CallFinder } from './find-call.ts'

/** What a part may add to the primary. */
export interface PrimaryRows {
  readonly name: string
  /** Returns the functions that handle requests of the part in the primary. */
  readonly primaryRequests?: (gateway: ServedGateway) => PartHandlers
}

export function buildWorkerRequestHandlers(
  served: ServedGateway,
  parts: readonly PrimaryRows[],
): WorkerRequestHandlers {
  const { settings, workers, calls, audit } = served
  const claimProof = openMachineProofs(systemClock, settings.store.dataFolder)

  return {
    part: buildPartHandler(parts.map(({ name, primaryRequests }) => [name, primaryRequests?.(served)])),
    why: ({ requestId }) => calls.find(requestId),
    whyHere: ({ ids }) => calls.findHere(ids),

    rejections: (about) => calls.listRejected(about),

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
