/**
 * What an owner has allowed: seen and taken back by the owner, who signs in with Basic, through a client that
 * names itself in header fields.
 */
import type { Context } from 'koa'

import type { Consumers } from '../../consumers/index.ts'
import { parseBasicCredentials } from '../../lib/headers/basic-credentials.ts'
import { invalidRequestError, OauthError } from '../errors/oauth-error.ts'
import type { AuthenticateClient } from '../request/authenticate-client.ts'
import { parseHeaderCredentials } from '../request/credentials.ts'
import { getRequestState, recordClaimedClient } from '../request/request-state.ts'
import type { SignInOwner } from '../request/sign-in.ts'
import type { OwnerConsent, OwnerConsents } from '../state/owner-consents.ts'
import type { Revocations } from '../state/revocations.ts'

export interface OwnerConsentEndpointsDeps {
  issuer: string
  authenticateClient: AuthenticateClient
  signIn: SignInOwner
  consumers: Consumers
  consents: OwnerConsents
  revocations: Revocations
}

export function buildOwnerConsentEndpoints(deps: OwnerConsentEndpointsDeps) {
  const { consumers, consents, revocations } = deps

  return {
    /** The applications that the owner allowed something. */
    async list(ctx: Context): Promise<void> {
      const owner = await authenticateOwner(ctx, deps)
      const allowed = await liveConsents(owner)
      ctx.body = allowed.map((each) => render(each, consumers.find(each.clientId)?.application.title))
    },

    /** Takes back everything that the owner allowed one application. */
    async remove(ctx: Context): Promise<void> {
      const clientId = ctx.query['client-id']
      if (typeof clientId !== 'string' || clientId === '') {
        throw invalidRequestError("Name one application by the query parameter 'client-id'")
      }
      const owner = await authenticateOwner(ctx, deps)
      const allowed = (await liveConsents(owner)).filter((each) => each.clientId === clientId)
      await Promise.all(allowed.map(({ chain }) => revocations.endChain(chain)))
      ctx.body = { status: 'success' }
    },
  }

  /** A consent whose chain was ended may still be stored: its removal fails on a full disk. */
  async function liveConsents(owner: string): Promise<OwnerConsent[]> {
    const allowed = await consents.list(owner)
    const ended = await Promise.all(allowed.map(({ chain }) => revocations.isChainEnded(chain)))
    return allowed.filter((_, index) => !ended[index])
  }
}

async function authenticateOwner(ctx: Context, deps: OwnerConsentEndpointsDeps): Promise<string> {
  const call = getRequestState(ctx)
  const credentials = parseHeaderCredentials(ctx.req)
  recordClaimedClient(call, credentials)
  call.client = await deps.authenticateClient(credentials, call.address)

  const basic = parseBasicCredentials(ctx.req.headers.authorization)
  const user = basic && (await deps.signIn(call, basic.name, basic.password))
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
