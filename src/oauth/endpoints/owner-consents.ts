/**
 * The endpoints at which owners list and revoke their consents.
 *
 * The owner authenticates with HTTP Basic, and the client with the `X-IBM-Client-Id` and `X-IBM-Client-Secret`
 * headers.
 */
import type { Context } from 'koa'
import type { Consumers } from '../../consumers/index.ts'
import { parseBasicCredentials } from '../../lib/headers/basic-credentials.ts'
import { invalidRequestError, OauthError } from '../errors/oauth-error.ts'
import type { AuthenticateClient } from '../request/authenticate-client.ts'
import type { AuthenticateUser } from '../request/authenticate-user.ts'
import { parseHeaderCredentials } from '../request/credentials.ts'
import { getRequestState, setClaimedClientId } from '../request/request-state.ts'
import type { OwnerConsent, OwnerConsents } from '../state/owner-consents.ts'
import type { Revocations } from '../state/revocations.ts'

/** The dependencies of the endpoints for owners. */
export interface OwnerConsentEndpointsDeps {
  issuer: string
  authenticateClient: AuthenticateClient
  authenticateUser: AuthenticateUser
  consumers: Consumers
  consents: OwnerConsents
  revocations: Revocations
}

/** Returns the handlers of GET and DELETE. They throw `invalid_client`, and `access_denied` (401) for a wrong owner. */
export function buildOwnerConsentEndpoints(deps: OwnerConsentEndpointsDeps) {
  const { consumers, revocations } = deps

  return {
    /** Responds with the consents of the owner, one for each application and grant. */
    async list(ctx: Context): Promise<void> {
      const owner = await authenticateOwner(ctx, deps)
      const allowed = await listLiveConsents(owner, deps)
      ctx.body = allowed.map((each) => render(each, consumers.find(each.clientId)?.application.title))
    },

    /** Revokes all consents that the owner gave to one client. */
    async remove(ctx: Context): Promise<void> {
      const clientId = ctx.query['client-id']
      if (typeof clientId !== 'string' || clientId === '') {
        throw invalidRequestError("Missing query parameter 'client-id': the client id of one application")
      }
      const owner = await authenticateOwner(ctx, deps)
      const allowed = (await listLiveConsents(owner, deps)).filter((each) => each.clientId === clientId)
      await Promise.all(allowed.map(({ chain }) => revocations.endChain(chain)))
      ctx.body = { status: 'success' }
    },
  }
}

/** Returns consents whose chain has not ended; a record remains when its removal fails. Rejects with store errors. */
export async function listLiveConsents(
  owner: string,
  { consents, revocations }: Pick<OwnerConsentEndpointsDeps, 'consents' | 'revocations'>,
): Promise<OwnerConsent[]> {
  const allowed = await consents.list(owner)
  const ended = await Promise.all(
    allowed.map(({ chain, startedAt }) =>
      revocations.isConsentRevoked({ chain, subject: owner, startedAt: Math.floor(startedAt / 1000) }),
    ),
  )
  return allowed.filter((_, index) => !ended[index])
}

async function authenticateOwner(ctx: Context, deps: OwnerConsentEndpointsDeps): Promise<string> {
  const state = getRequestState(ctx)
  const credentials = parseHeaderCredentials(ctx.req)
  setClaimedClientId(state, credentials)
  state.client = await deps.authenticateClient(credentials, state.address)

  const basic = parseBasicCredentials(ctx.req.headers.authorization)
  const user = basic && (await deps.authenticateUser(state, basic.name, basic.password))
  if (!user) {
    throw new OauthError('access_denied', 'The resource owner could not be authenticated', {
      status: 401,
      headers: { 'WWW-Authenticate': `Basic realm="${deps.issuer}", charset="UTF-8"` },
    })
  }
  return user.credential
}

function render({ clientId, scopes, startedAt, expiresAt }: OwnerConsent, application: string | undefined) {
  return {
    client_id: clientId,
    ...(application !== undefined && { application }),
    scope: scopes.join(' '),
    consented_on: Math.floor(startedAt / 1000),
    expires_on: Math.floor(expiresAt / 1000),
  }
}
