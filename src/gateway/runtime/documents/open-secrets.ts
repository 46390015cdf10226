/** The source of the secrets of `$vault{}`: a part of the gateway, or none. */
import { nameSecret } from '../../config/index.ts'
import type { SecretEnvironment, SecretSource } from '../../contract/secret-source.ts'

/** What a part may add for secrets of documents. */
export interface SecretRows {
  /** Opens the source of the secrets of `$vault{}`. */
  readonly openSecrets?: (environment: SecretEnvironment) => Promise<SecretSource>
}

/** Opens the source that a part adds. Without such a part, each reference is an error that says so. */
export async function openSecrets(parts: readonly SecretRows[], environment: SecretEnvironment): Promise<SecretSource> {
  const part = parts.find(({ openSecrets }) => openSecrets)
  return part?.openSecrets?.(environment) ?? { fetchMissing, follow() {}, async close() {} }

  async function fetchMissing(references: readonly string[]): Promise<boolean> {
    const names = references.map((each) => nameSecret(each, 'error')).filter((name) => environment[name] === undefined)
    for (const name of names) environment[name] = 'this gateway has no part that reads a vault'
    return names.length > 0
  }
}
