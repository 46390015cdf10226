/** The shape of a verb of `sluice apps`, its arguments and its dependencies. */
import type { DocumentOverlay, DocumentStorage } from '../../config/index.ts'
import type { LoadResult } from '../../config/types/index.ts'
import type { WriteAuditEntry } from '../../telemetry/audit/index.ts'
import type { LastUsedReader } from './last-used.ts'

export interface AppsDeps {
  /** The folder of the documents. */
  folder: string
  /** Loads the documents, or what they would be with other texts. */
  load(instead?: DocumentOverlay | readonly DocumentOverlay[]): Promise<LoadResult>
  /** Where applications are changed: in the files, or in the store. */
  storage?: DocumentStorage
  /** Where applications in the store are changed; undefined when no catalog keeps applications there. */
  storedApplications?: DocumentStorage
  /** The applications in the store. */
  stored?: readonly DocumentOverlay[]
  audit: WriteAuditEntry
  lastUsed: LastUsedReader
  /** Reads a secret that is typed or piped in. */
  readSecret(question: string): Promise<string>
  write(text: string): void
}

export interface AppsArguments {
  /** The words after the verb. */
  positionals: readonly string[]
  /** The name of the catalog; undefined when there is only one. */
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
  /** The days after which a new secret expires, as written. */
  expiresIn: string | undefined
  /** Whether an import may replace applications in the store. */
  replace: boolean
  isDryRun: boolean
  json: boolean
}

export interface AppsVerb {
  /** The arguments after the verb, as `--help` shows them. */
  usage: string
  /** How many words follow the verb, or the fewest and the most. */
  positionalCount: number | readonly [min: number, max: number]
  /** The options of the verb, besides `--catalog` and `--json`. */
  options: readonly string[]
  /** Runs the verb. Returns the exit status; rejects with a message for the user. */
  run(call: AppsArguments, deps: AppsDeps): Promise<number>
}

/** Prints the result: a sentence, or with `--json` its facts. */
export function printResult({ json }: AppsArguments, { write }: AppsDeps, text: string, facts: object): void {
  write(json ? `${JSON.stringify(facts, null, 2)}\n` : `${text}\n`)
}
