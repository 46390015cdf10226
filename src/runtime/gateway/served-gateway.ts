/** The parts of a gateway that serves documents, for those who respond to workers and to commands. */
import type { Log } from '../../lib/output/log.ts'
import type { StateStoreLocation } from '../../storage/index.ts'
import type { WriteAuditEntry } from '../../telemetry/audit/index.ts'
import type { DocumentSource } from '../documents/open-documents.ts'
import type { ApplicationLoader } from '../loading/application-loader.ts'
import type { Reloader } from '../loading/reload.ts'
import type { RunningGateway } from '../workers/primary.ts'

export interface ServedGateway {
  source: DocumentSource
  store: StateStoreLocation
  loader: ApplicationLoader
  reloader: Reloader
  workers: RunningGateway
  audit: WriteAuditEntry
  log: Log
}
