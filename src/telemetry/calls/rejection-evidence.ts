/**
 * What is kept about a rejected call so that it can be explained later: references to objects that exist anyway.
 *
 * It contains no token, no secret and no query.
 */
import type { Api, Catalog, Operation } from '../../config/types/index.ts'
import type { Client, Entitlement } from '../../consumers/index.ts'
import type { AccessToken } from '../../contract/access/access-token.ts'

export interface RejectionEvidence {
  /** The path of the request as it was received, without the query. */
  path: string
  catalog: Catalog | undefined
  api: Api | undefined
  operation: Operation | undefined
  /** The methods that the API defines for the path, when the request has another method. */
  methods: readonly string[]
  /** Descriptions of the credentials in the request, such as `a bearer token`. */
  credentials: readonly string[]
  client: Client | undefined
  entitlement: Entitlement | undefined
  token: (Pick<AccessToken, 'id' | 'scopes' | 'expiresAt'> & Pick<AccessToken, 'binding' | 'resource'>) | undefined
}
