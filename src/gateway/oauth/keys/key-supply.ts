/** The sources of keys outside the store: what a source offers, and how each kind is opened. */
import type { Clock } from '../../../shared/lib/time/clock.ts'
import type { SigningKeySource } from '../../config/types/index.ts'
import { openEnvironmentSupply } from './environment-supply.ts'
import { openFileSupply } from './file-supply.ts'
import type { SuppliedKey } from './parse-keys.ts'
import { openSignerSupply } from './signer-supply.ts'
import type { SigningKey } from './signing-key.ts'

/** Reads keys from a file, a variable or an external signer. */
export interface KeySupply {
  kind: Exclude<SigningKey['source'], 'store'>
  /** How often `load` is called again, in milliseconds. */
  refreshIntervalMs: number
  /** Returns the keys. The last one that can sign is the one to sign with. Throws `KeySourceError`. */
  load(): Promise<readonly SuppliedKey[]>
  close(): void
}

/** What the sources of keys need. */
export interface KeySupplyDeps {
  environment: Readonly<Record<string, string | undefined>>
  clock: Clock
  /** Called after each signature of an external signer. */
  onSignature(signature: { isOk: boolean; durationMs: number }): void
}

/** Opens the source of a provider; undefined when its keys are in the store. */
export function openKeySupply(source: SigningKeySource, deps: KeySupplyDeps): KeySupply | undefined {
  switch (source.kind) {
    case 'store':
      return undefined
    case 'file':
      return openFileSupply(source)
    case 'environment':
      return openEnvironmentSupply(source, deps)
    case 'signer':
      return openSignerSupply(source, deps)
  }
}
