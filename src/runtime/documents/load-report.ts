import type { ConfigChange } from '../../config/index.ts'
import type { Problem } from '../../config/types/index.ts'
import type { SerializedConfig } from './serialized-config.ts'

/** What the loader process found in a folder of documents, compared with the revision in use. */
export interface LoadReport {
  /** The configuration; undefined when a document has an error, after a preview, and when the revision is in use already. */
  config?: SerializedConfig
  /** Whether the loader process stays: there are many documents, or applications in the store, which change often. */
  keepsLoader?: boolean
  /** Whether a catalog keeps applications in the store; undefined when a document has an error. */
  storesApplications?: boolean
  /** Undefined when a document has an error. */
  revision?: string
  problems: readonly Problem[]
  /** The changes that a caller, a user or an operator could notice. */
  changes: readonly ConfigChange[]
}
