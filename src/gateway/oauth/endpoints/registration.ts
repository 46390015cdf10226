/** The registration endpoints, by oidc-provider: RFC 7591, RFC 7592. Wrong tokens of an IP address lock it. */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Context } from 'koa'
import { errors } from 'oidc-provider'
import { isJsonObject, parseJson } from '../../../shared/lib/collections/json-object.ts'
import { signInPaths } from '../engine/sign-in-features.ts'
import { invalidRequestError } from '../errors/oauth-error.ts'
import { readBodyText } from '../request/body.ts'
import type { ServingParts } from '../request/provider-parts.ts'
import { getRequestState } from '../request/request-state.ts'
import type { EndpointRoute } from './serve-endpoints.ts'

/** Returns the routes, with paths below the provider. */
export function buildRegistrationRoutes({ serveByLibrary, attempt, authenticateClient }: ServingParts) {
  const { registration: path } = signInPaths
  return [
    ['POST', path, register, 'own origin'],
    ['GET', `${path}/:id`, manage, 'own origin'],
    ['PUT', `${path}/:id`, manage, 'own origin'],
    ['DELETE', `${path}/:id`, manage, 'own origin'],
  ] satisfies EndpointRoute[]

  async function register(ctx: Context): Promise<void> {
    await handOverJson(ctx)
    await serve(ctx)
  }

  async function manage(ctx: Context): Promise<void> {
    if (ctx.method === 'PUT') await handOverJson(ctx, checkSecret)
    await serve(ctx)
    // The provider knows hashes of secrets only: RFC 7592 section 3 lets it leave the secret out.
    const body = ctx.body as { client_secret?: string } | undefined
    if (body) Reflect.deleteProperty(body, 'client_secret')
  }

  async function serve(ctx: Context): Promise<void> {
    const { address } = getRequestState(ctx)
    const who = { kind: 'client', name: `registration at ${address}`, address } as const
    let failure: unknown
    await attempt(who, randomUUID(), async () => {
      failure = undefined
      await serveByLibrary(ctx).catch((error: unknown) => {
        failure = error
      })
      return failure instanceof errors.InvalidToken ? undefined : true
    })
    if (failure !== undefined) throw failure
  }

  /** Replaces a right secret, which the library cannot compare, by none. Throws `invalid_client` for a wrong one. */
  async function checkSecret(ctx: Context, body: Record<string, unknown>): Promise<void> {
    const { client_id: id, client_secret: secret } = body
    if (typeof id !== 'string' || typeof secret !== 'string') return
    await authenticateClient({ id, secret }, getRequestState(ctx).address)
    Reflect.deleteProperty(body, 'client_secret')
  }
}

type CheckBody = (ctx: Context, body: Record<string, unknown>) => Promise<void>

async function handOverJson(ctx: Context, check?: CheckBody): Promise<void> {
  const body = parseObject(await readBodyText(ctx.req))
  await check?.(ctx, body)
  const request = ctx.req as IncomingMessage & { body?: string }
  request.body = JSON.stringify(body)
  request.readable = false // the body has been read
}

function parseObject(text: string): Record<string, unknown> {
  const value = parseJson(text)
  if (isJsonObject(value)) return value
  throw invalidRequestError('The body must be a JSON object with the metadata of the client')
}
