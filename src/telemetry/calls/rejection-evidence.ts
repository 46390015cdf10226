/**
 * What is kept about a rejected call so that it can be explained later: references to objects that exist anyway.
 *
 * It contains no token, no secret and no query.
 */
import type { Api, Catalog, Operation } from '../../config/types/index.ts'
import type { Client, Entitlement } from '../../consumers/index.ts'

export interface RejectionEvidence {
  /** As it was sent, without the query. */
  path: string
  catalog: Catalog | undefined
  api: Api | undefined
  operation: Operation | undefined
  /** Methods of the path, when the one that was asked for is not among them. */
  methods: readonly string[]
  /** What the caller showed to be let in, in words. */
  credentials: readonly string[]
  client: Client | undefined
  entitlement: Entitlement | undefined
  token: { id: string; scopes: ReadonlySet<string>; expiresAt: number } | undefined
}
