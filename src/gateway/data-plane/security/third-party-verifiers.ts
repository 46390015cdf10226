/** What the data plane needs of a part that verifies tokens of providers elsewhere. */
import type { Clock } from '../../../shared/lib/time/clock.ts'
import type { Catalog, ThirdPartyProvider } from '../../config/types/index.ts'
import type { TokenVerificationResult } from '../../contract/access/access-token.ts'
import { DocumentError } from '../errors/document-error.ts'
import type { LastingState } from '../upstream/lasting-state.ts'
import type { UpstreamConnections } from '../upstream/upstream-connections.ts'

/** Returns the result; or the text for the log why the provider is not available. */
export type VerifyThirdPartyToken = (token: string) => Promise<TokenVerificationResult | { unavailable: string }>

/** The verification functions of all third-party providers, opened once for a revision of the documents. */
export interface ThirdPartyVerifiers {
  /** Returns the function for a provider. Throws a `DocumentError` when this gateway cannot verify its tokens. */
  find(catalog: Catalog, provider: ThirdPartyProvider): VerifyThirdPartyToken
}

export type OpenThirdPartyVerifiers = (
  clock: Clock,
  to: UpstreamConnections,
  state: LastingState,
) => ThirdPartyVerifiers

/** The verifiers of a gateway without such a part: documents that need one have a problem. */
export const noThirdPartyVerifiers: ThirdPartyVerifiers = {
  find(_, { name, location }) {
    const message = `this gateway has no part that verifies tokens of other providers, such as those of "${name}"`
    throw new DocumentError(location, message)
  },
}
