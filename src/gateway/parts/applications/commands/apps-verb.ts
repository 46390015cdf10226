/** The shape of a verb of `sluice apps`, its arguments and its dependencies. */
import { type CommandOptions, jsonOption, type OptionValues } from '../../../../shared/cli/common/command.ts'
import type { DocumentOverlay, DocumentStorage } from '../../../config/index.ts'
import type { LoadResult } from '../../../config/types/index.ts'
import type { WriteAuditEntry } from '../../../telemetry/audit/index.ts'
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

/** The options of all verbs. */
export const appsOptions = {
  catalog: { value: 'NAME', help: 'the catalog; needed when there are several' },
  'client-id': { value: 'ID', help: 'the client id: of the new application, or which one to change' },
  title: { value: 'TEXT', help: 'create: the title of the application' },
  public: { help: 'create: without a client secret' },
  grant: { multiple: true, value: 'GRANT', help: 'create: a grant that the application may use' },
  redirect: { multiple: true, value: 'URI', help: 'create: a redirect URI' },
  subscribe: { multiple: true, value: 'PRODUCT/PLAN', help: 'create: subscribe to a plan' },
  state: {
    value: 'STATE',
    choices: ['enabled', 'disabled', 'pending'],
    help: 'subscribe: the state of the subscription',
  },
  'keep-old': { help: 'reset-secret: the previous secret stays valid beside the new one' },
  keep: {
    value: 'WHICH',
    choices: ['newest', 'old'],
    help: 'reset-secret: which of two secrets stays valid beside the new one',
  },
  'expires-in': {
    value: 'DAYS',
    range: [1, 3650],
    help: 'create, reset-secret: the new secret expires after this many days',
  },
  plan: { multiple: true, value: 'OLD=NEW', help: 'replace: the plan of the new version for one of the old version' },
  replace: { help: 'import: replace applications of the store that have another text' },
  'dry-run': { help: 'show what would be done and write nothing' },
  json: jsonOption,
} as const satisfies CommandOptions

/** The options, and the words after the verb. */
export interface AppsArguments extends OptionValues<typeof appsOptions> {
  positionals: readonly string[]
}

/** Runs a verb. Returns the exit status; rejects with a message for the user. */
export type AppsVerb = (call: AppsArguments, deps: AppsDeps) => Promise<number>

/** Prints the result: a sentence, or with `--json` its facts. */
export function printResult({ json }: AppsArguments, { write }: AppsDeps, text: string, facts: object): void {
  write(json ? `${JSON.stringify(facts, null, 2)}\n` : `${text}\n`)
}
