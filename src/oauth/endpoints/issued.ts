/**
 * What an owner has allowed: seen and taken back by the owner, who signs in with Basic, through a client that
 * names itself in header fields.
 */
import type { Context } from 'koa'

import type { Consumers } from '../../consumers/index.ts'
import { parseBasicCredentials } from '../../lib/headers/basic-credentials.ts'
import { badRequest, OauthError } from '../errors/errors.ts'
import type { AuthenticateClient } from '../request/client.ts'
import { findHeaderCredentials } from '../request/credentials.ts'
import type { SignIn } from '../request/sign-in.ts'
import type { Allowed, Consents } from '../state/consents.ts'
import type { Revocations } from '../state/revocations.ts'
import { callOf, noteClaim } from './call.ts'

export interface IssuedTools {
  issuer: string
  authenticateClient: AuthenticateClient
  signIn: SignIn
  consumers: Consumers
  consents: Consents
  revocations: Revocations
}

export function buildIssuedEndpoints(tools: IssuedTools) {
  const { consumers, consents, revocations } = tools

  return {
    /** The applications that the owner allowed something. */
    async list(ctx: Context): Promise<void> {
      const owner = await authenticateOwner(ctx, tools)
      const allowed = await liveConsents(owner)
      ctx.body = allowed.map((each) => render(each, consumers.find(each.clientId)?.application.title))
    },

    /** Takes back everything that the owner allowed one application. */
    async remove(ctx: Context): Promise<void> {
      const clientId = ctx.query['client-id']
      if (typeof clientId !== 'string' || clientId === '') {
        throw badRequest("Name one application by the query parameter 'client-id'")
      }
      const owner = await authenticateOwner(ctx, tools)
      const allowed = (await liveConsents(owner)).filter((each) => each.clientId === clientId)
      await Promise.all(allowed.map(({ chain }) => revocations.endChain(chain)))
      ctx.body = { status: 'success' }
    },
  }

  /** A consent whose chain was ended may still be stored: its removal fails on a full disk. */
  async function liveConsents(owner: string): Promise<Allowed[]> {
    const allowed = await consents.of(owner)
    const ended = await Promise.all(allowed.map(({ chain }) => revocations.isEnded(chain)))
    return allowed.filter((_, index) => !ended[index])
  }
}

async function authenticateOwner(ctx: Context, tools: IssuedTools): Promise<string> {
  const call = callOf(ctx)
  const credentials = findHeaderCredentials(ctx.req)
  noteClaim(call, credentials)
  call.client = await tools.authenticateClient(credentials, call.address)

  const basic = parseBasicCredentials(ctx.req.headers.authorization)
  const user = basic && (await tools.signIn(call, basic.name, basic.password))
  if (!user) {
    throw new OauthError('access_denied', 'The resource owner could not be authenticated', {
      status: 401,
      headers: { 'WWW-Authenticate': `Basic realm="${tools.issuer}", charset="UTF-8"` },
    })
  }
  return user.credential
}

function render({ clientId, scopes, startedAt, expiresAt }: Allowed, application: string | undefined) {
  return {
    client_id: clientId,
    ...(application !== undefined && { application }),
    scope: scopes.join(' '),
    consented_on: Math.floor(startedAt / 1000),
    expires_on: Math.floor(expiresAt / 1000),
  }
}
