/**
 * The hashes that a client's secret is checked against.
 */
import type { Application } from '../config/types.ts'
import { decoyOf } from '../lib/secret-verifier.ts'

export interface Credentials {
  /** As many for every client id, whether it exists or not: the time that a wrong secret takes tells nothing. */
  hashes(clientId: string): readonly string[]
}

export function credentialsOf(applications: readonly Application[]): Credentials {
  const declared = applications.flatMap(({ credentials }) => credentials)
  const example = declared.flatMap(({ secretHashes }) => secretHashes)[0]
  if (!example) return { hashes: () => [] }

  const decoy = decoyOf(example)
  const most = Math.max(...declared.map(({ secretHashes }) => secretHashes.length))
  const pad = (hashes: readonly string[]) => [...hashes, ...Array(most - hashes.length).fill(decoy)]

  const known = new Map(declared.map(({ clientId, secretHashes }) => [clientId, pad(secretHashes)]))
  const unknown = pad([])
  return { hashes: (clientId) => known.get(clientId) ?? unknown }
}
