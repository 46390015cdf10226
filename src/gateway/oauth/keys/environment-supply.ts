/** Keys from an environment variable of the gateway, which a process reads at its start. */
import type { SigningKeySource } from '../../config/types/index.ts'
import type { KeySupply, KeySupplyDeps } from './key-supply.ts'
import { KeySourceError, parseKeys } from './parse-keys.ts'

/** The keys cannot change, but their entries in the store are renewed. */
const refreshIntervalMs = 60_000

/** Reads the keys of a variable. `load` rejects with a `KeySourceError` when it is not set or has no valid keys. */
export function openEnvironmentSupply(
  { variable }: Extract<SigningKeySource, { kind: 'environment' }>,
  { environment }: KeySupplyDeps,
): KeySupply {
  return {
    kind: 'environment',
    refreshIntervalMs,
    async load() {
      const text = environment[variable]
      const place = `signing keys in the environment variable ${variable}`
      if (text === undefined)
        throw new KeySourceError(`${place}: it is not set; set it to a private key in PEM or as a JWK`)
      return parseKeys(text.replaceAll('\\n', '\n'), place) // many tools pass line breaks as \n
    },
    close() {},
  }
}
