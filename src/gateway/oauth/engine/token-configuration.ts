/** How oidc-provider issues tokens: lives and scopes within ceilings, signed JWTs, rotated refresh tokens. */
import type {
  AccessToken,
  Configuration,
  JWTStructured,
  KoaContextWithOIDC,
  Client as LibraryClient,
} from 'oidc-provider'
import type { Client } from '../../consumers/index.ts'
import type { TokenBinding } from '../../contract/access/access-token.ts'
import { OauthError } from '../errors/oauth-error.ts'
import { decideAccessToken, findLifetimes } from '../grants/decide-access-token.ts'
import { describeResourceServer } from '../grants/issue-tokens.ts'
import { isPublicClient } from '../request/authenticate-client.ts'
import { findCurrentWork, getTokenWork } from '../request/current-request.ts'
import type { ProviderParts } from '../request/provider-parts.ts'
import { getRequestState } from '../request/request-state.ts'
import type { TokenWork } from '../state/token-work.ts'

/** Returns the resource of a request that names none. Throws `invalid_target` when several were granted. */
async function findDefaultResource(audience: string, granted: readonly string[] | undefined): Promise<string> {
  if (granted === undefined) return audience
  const words = `Name one of the granted resources in the parameter resource: ${granted.join(' ')}`
  throw new OauthError('invalid_target', words)
}

/** Returns the members of the configuration that concern tokens. */
export function buildTokenConfiguration(parts: ProviderParts) {
  const { audience, settings, ceilings, consumers } = parts

  return {
    ttl: {
      AccessToken: () => findLifetimes(currentWork(), settings).access,
      ClientCredentials: (_ctx: unknown, _token: unknown, client: LibraryClient) => {
        const work = currentWork()
        work.ceilings = ceilings.findForClient(consumers.find(client.clientId) as Client)
        return findLifetimes(work, settings).access
      },
      RefreshToken: () => findLifetimes(currentWork(), settings).refresh,
    },
    formats: { customizers: { jwt: async (ctx, token, jwt) => customize(ctx, token as AccessToken, jwt, parts) } },
    rotateRefreshToken: (ctx) => rotates(ctx, parts),
    resourceIndicators: {
      enabled: true,
      defaultResource: (_ctx: unknown, _client: unknown, granted?: readonly string[]) =>
        findDefaultResource(audience, granted),
      useGrantedResource: async () => true,
      getResourceServerInfo: async (_ctx: unknown, resource: string) => describeResourceServer(resource, parts),
    },
  } satisfies Partial<Configuration> & { resourceIndicators: object }
}

function currentWork(): TokenWork {
  const work = findCurrentWork()
  if (!work) throw new Error('tokens are issued only by the token endpoint')
  return work
}

/** Sets the scopes of an access token, and replaces its claims and its header by those of this product. */
async function customize(
  ctx: KoaContextWithOIDC,
  token: AccessToken,
  jwt: JWTStructured,
  parts: ProviderParts,
): Promise<void> {
  const clientId = token.clientId as string
  const { aud, cnf, authorization_details: details } = jwt.payload
  const { scopes, claims } = await decideAccessToken(
    ctx,
    { id: token.jti, clientId, audience: aud as string, binding: cnf as TokenBinding | undefined, details },
    parts,
  )
  token.scope = scopes.join(' ')
  jwt.header = { client_id: clientId }
  jwt.payload = claims
}

/** Returns whether a refresh token is replaced at use. Counts refreshes; throws `invalid_grant` after the last. */
async function rotates(ctx: KoaContextWithOIDC, { settings, store, storageKeys }: ProviderParts): Promise<boolean> {
  const { consent, refreshExpiresAt = 0 } = getTokenWork(ctx)
  if (!consent) throw new Error('a refresh token has no consent')
  const isRotated = settings.refreshToken.oneTimeUse || isPublicClient(getRequestState(ctx).client)
  const refreshes = isRotated
    ? consent.refreshes + 1
    : await store.count(storageKeys.refreshes, consent.chain, 1, refreshExpiresAt)
  if (refreshes <= settings.refreshToken.count) return isRotated
  throw new OauthError('invalid_grant', 'The refresh token has reached its maximum number of refreshes')
}
