/** What the gateway and a part that reads secrets for `$vault{}` need of each other. */
import type { Log } from '../../shared/lib/output/log.ts'
import type { Registry } from '../../shared/lib/output/prometheus.ts'

/** Puts secrets into the environment of documents, under the names of `nameSecret`. */
export interface SecretSource {
  /** Fetches secrets that the environment lacks, or the reasons for missing ones. Returns whether it lacked one. */
  fetchMissing(references: readonly string[]): Promise<boolean>
  /** Looks for changed secrets from time to time, and calls `onChange` after it has put them into the environment. */
  follow(options: { log: Log; metrics: Registry; onChange(): void }): void
  close(): Promise<void>
}

export type SecretEnvironment = Record<string, string | undefined>
