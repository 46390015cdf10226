import { type ConfigChange, type Problem, renderProblem } from '../../../config/index.ts'
import type { ImportNote } from '../engine/index.ts'

/** What `sluice import` did, or would do in a dry run. */
export interface ImportReport {
  /** Whether a gateway would accept the documents. When not, nothing was written. */
  isValid: boolean
  isDryRun: boolean
  api: {
    name: string
    version: string
    title: string
    basePath: string
    /** Undefined when the assembly of the file decides where calls go. */
    upstream: string | undefined
    operations: number
  }
  files: readonly { file: string; action: 'added' | 'changed' | 'removed' }[]
  /** What the import changed in the API, and what it cannot keep, with locations in the OpenAPI file. */
  notes: readonly ImportNote[]
  /** Whether the gateway has a credential at the upstream. */
  hasCredential: boolean
  /** The problems of the changed documents. */
  problems: readonly Problem[]
  /** What callers would notice. */
  changes: readonly ConfigChange[]
  /** Whether a product of a catalog offers the API. */
  isPublished: boolean
}

/** Returns the line about something that an import changed or dropped: `petstore.yaml:8:3 dropped: ...`. */
export function renderNote({ file, line, column, kind, message }: ImportNote): string {
  return `${file}:${line}:${column} ${kind}: ${message}`
}

/** Returns why nothing can be imported into documents with errors: the first error, with its place. */
export function describeErrors(folder: string, problems: readonly Problem[]): string {
  const first = problems.find(({ severity }) => severity === 'error')
  return `the documents in ${folder} have errors, so nothing was imported: ${first && renderProblem(first)}; "sluice check" shows them`
}
