/** What the verbs of `sluice apps` are handed. */
import type { DocumentOverlay } from '../../config/index.ts'
import type { LoadResult } from '../../config/types/index.ts'
import type { WriteAuditEntry } from '../../telemetry/audit/index.ts'
import type { LastUsedReader } from './last-used.ts'

export interface AppsDeps {
  /** The folder of the documents. */
  folder: string
  /** Loads the documents, or what they would be. */
  load(instead?: DocumentOverlay): Promise<LoadResult>
  audit: WriteAuditEntry
  lastUsed: LastUsedReader
  /** Reads a secret that is typed or piped in. */
  readSecret(question: string): Promise<string>
  write(text: string): void
}

export interface AppsArguments {
  /** What follows the verb. */
  positionals: readonly string[]
  /** The catalog's name, when there are several. */
  catalog: string | undefined
  clientId: string | undefined
  title: string | undefined
  grants: readonly string[]
  redirects: readonly string[]
  subscriptions: readonly string[]
  state: string | undefined
  isPublic: boolean
  keepOld: boolean
  keep: string | undefined
  json: boolean
}

export interface AppsVerb {
  /** What follows the verb in the usage. */
  usage: string
  positionalCount: number
  /** Options that it takes, besides `--catalog` and `--json`. */
  options: readonly string[]
  /** The exit status. Rejects with a text for people. */
  run(call: AppsArguments, tools: AppsDeps): Promise<number>
}

/** Tells what was done: a sentence for people, or facts for scripts. */
export function printResult({ json }: AppsArguments, { write }: AppsDeps, text: string, facts: object): void {
  write(json ? `${JSON.stringify(facts, null, 2)}\n` : `${text}\n`)
}
