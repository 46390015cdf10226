/** What the verbs of `sluice apps` are handed. */
import type { Instead } from '../../config/index.ts'
import type { Loaded } from '../../config/types/index.ts'
import type { Audit } from '../../telemetry/audit/index.ts'
import type { ReadLastUsed } from './last-used.ts'

export interface AppsTools {
  /** The folder of the documents. */
  folder: string
  /** Loads the documents, or what they would be. */
  load(instead?: Instead): Promise<Loaded>
  audit: Audit
  lastUsed: ReadLastUsed
  /** Reads a secret that is typed or piped in. */
  readSecret(question: string): Promise<string>
  write(text: string): void
}

export interface AppsCall {
  /** What follows the verb. */
  words: readonly string[]
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

export interface Verb {
  /** What follows the verb in the usage. */
  usage: string
  words: number
  /** Options that it takes, besides `--catalog` and `--json`. */
  options: readonly string[]
  /** The exit status. Rejects with a text for people. */
  run(call: AppsCall, tools: AppsTools): Promise<number>
}

/** Tells what was done: a sentence for people, or facts for scripts. */
export function tell({ json }: AppsCall, { write }: AppsTools, text: string, facts: object): void {
  write(json ? `${JSON.stringify(facts, null, 2)}\n` : `${text}\n`)
}
