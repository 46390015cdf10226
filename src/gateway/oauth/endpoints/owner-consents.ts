/**
 * The endpoints at which owners list and revoke their consents.
 *
 * The owner authenticates with HTTP Basic, and the client with the `X-IBM-Client-Id` and `X-IBM-Client-Secret` headers.
 */
import type { Context } from 'koa'
import { parseBasicCredentials } from '../../../shared/lib/headers/basic-credentials.ts'
import { invalidRequestError, OauthError } from '../errors/oauth-error.ts'
import { parseHeaderCredentials } from '../request/credentials.ts'
import type { ProviderParts } from '../request/provider-parts.ts'
import { getRequestState, setClaimedClientId } from '../request/request-state.ts'
import type { OwnerConsent } from '../state/owner-consents.ts'

/** Returns the handlers of GET and DELETE. They throw `invalid_client`, and `access_denied` (401) for a wrong owner. */
export function buildOwnerConsentEndpoints(
  parts: ProviderParts,
  authenticateUser: ProviderParts['authenticateUser'] & {},
) {
  const { consumers, revocations } = parts

  return {
    /** Responds with the consents of the owner, one for each application and grant. */
    async list(ctx: Context): Promise<void> {
      const owner = await authenticateOwner(ctx)
      const allowed = await listLiveConsents(owner, parts)
      ctx.body = allowed.map((each) => render(each, consumers.find(each.clientId)?.application.title))
    },

    /** Revokes all consents that the owner gave to one client. */
    async remove(ctx: Context): Promise<void> {
      const clientId = ctx.query['client-id']
      if (typeof clientId !== 'string' || clientId === '') {
        throw invalidRequestError("Missing query parameter 'client-id': the client id of one application")
      }
      const owner = await authenticateOwner(ctx)
      const allowed = (await listLiveConsents(owner, parts)).filter((each) => each.clientId === clientId)
      await Promise.all(allowed.map(({ chain }) => revocations.endChain(chain)))
      ctx.body = { status: 'success' }
    },
  }

  async function authenticateOwner(ctx: Context): Promise<string> {
    const state = getRequestState(ctx)
    const credentials = parseHeaderCredentials(ctx.req)
    setClaimedClientId(state, credentials)
    state.client = await parts.authenticateClient(credentials, state.address)

    const basic = parseBasicCredentials(ctx.req.headers.authorization)
    const user = basic && (await authenticateUser(state, basic.name, basic.password))
    if (!user) {
      throw new OauthError('access_denied', 'The resource owner could not be authenticated', {
        status: 401,
        headers: { 'WWW-Authenticate': `Basic realm="${parts.issuer}", charset="UTF-8"` },
      })
    }
    return user.credential
  }
}

/** Returns consents whose chain has not ended; a record remains when its removal fails. Rejects with store errors. */
export async function listLiveConsents(
  owner: string,
  { consents, revocations }: ProviderParts,
): Promise<OwnerConsent[]> {
  const allowed = await consents.list(owner)
  const ended = await Promise.all(
    allowed.map(({ chain, startedAt }) =>
      revocations.isConsentRevoked({ chain, subject: owner, startedAt: Math.floor(startedAt / 1000) }),
    ),
  )
  return allowed.filter((_, index) => !ended[index])
}

function render({ clientId, scopes, startedAt, expiresAt }: OwnerConsent, application: string | undefined) {
  return {
    client_id: clientId,
    application,
    scope: scopes.join(' '),
    consented_on: Math.floor(startedAt / 1000),
    expires_on: Math.floor(expiresAt / 1000),
  }
}
