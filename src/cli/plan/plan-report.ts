import type { ConfigChange } from '../../config/index.ts'
import type { Problem } from '../../config/types/index.ts'

/** What `sluice plan` found: one state of documents compared with another. */
export interface PlanReport {
  before: ComparedDocuments
  after: ComparedDocuments
  /** The problems of the documents after the change; of those before it, when they cannot be loaded. */
  problems: readonly Problem[]
  changes: readonly ConfigChange[]
}

export interface ComparedDocuments {
  /** A folder, a git revision, or the gateway that runs over a data folder. */
  source: string
  /** The revision of the documents; absent when they have errors. */
  revision?: string
}

/** Returns whether both states of the documents could be loaded. */
export function isComparable({ before, after }: PlanReport): boolean {
  return before.revision !== undefined && after.revision !== undefined
}
