/**
 * Hands requests to the actions of oidc-provider. It reads the body once and hands it over as the library allows, in
 * `req.body`; the errors that the library reports are thrown, so that the error boundary words and logs all errors.
 */
import type { IncomingMessage } from 'node:http'
import { type ParsedUrlQueryInput, parse, stringify } from 'node:querystring'
import type { Context, Middleware } from 'koa'
import mount from 'koa-mount'
import { errors, type Provider } from 'oidc-provider'
import { parseBasicCredentials } from '../../../shared/lib/headers/basic-credentials.ts'
import type { RenderUrl } from '../../lib/http/public-place.ts'
import { invalidRequestError } from '../errors/oauth-error.ts'
import { parseClientCredentials } from './credentials.ts'
import { type FormParameters, parseForm, readFormText } from './form.ts'
import { getRequestState, setClaimedClientId } from './request-state.ts'

const maxGrantLength = 64 // characters of the unvalidated `grant_type` that the log keeps

/** Serves a request with an action of oidc-provider. Throws what the library reports, and `OauthError`. */
export type ServeByLibrary = (ctx: Context) => Promise<void>

/** Returns the function that hands requests to the instance of oidc-provider at `path`. */
export function buildServeByLibrary(path: string, renderUrl: RenderUrl, engine: () => Provider): ServeByLibrary {
  const composed = new WeakMap<Provider, Middleware>()
  let last = new URL('http://localhost')
  let lastText: string | undefined

  return async function serveByLibrary(ctx) {
    const { req } = ctx
    // URLs and cookies follow configured origins, not the headers of the caller or a proxy.
    const text = renderUrl(req)
    if (text !== lastText) last = new URL(text)
    lastText = text
    const { host, protocol, pathname } = last
    req.headers['x-forwarded-host'] = host
    req.headers['x-forwarded-proto'] = protocol.slice(0, -1)
    const current = engine()
    const serve = composed.get(current) ?? (mount(current) as Middleware)
    composed.set(current, serve)
    // The library reads both. With a path, koa-mount parses and renders the URL three times.
    ctx.mountPath = pathname === '/' ? '' : pathname
    const { url = path } = req
    req.url = url.slice(path.length)
    try {
      await serve(ctx, endOfChain)
    } finally {
      req.url = url
    }
    const state = getRequestState(ctx)
    if (state.failure === undefined) return
    // A client with a key was not authenticated.
    if (isInvalidClient(state.failure)) Reflect.deleteProperty(state, 'client')
    throw state.failure
  }
}

const endOfChain = async () => {}

function isInvalidClient(failure: unknown): boolean {
  return failure instanceof errors.OIDCProviderError && failure.error === 'invalid_client'
}

/** Reads the form and who the client claims to be. Throws `invalid_request`; `invalid_client` without a client. */
export async function readClientForm(ctx: Context): Promise<{ form: FormParameters; text: string }> {
  if (ctx.querystring !== '') rejectSensitiveQuery(ctx.query)
  const text = await readFormText(ctx.req)
  const form = parseForm(text)
  const state = getRequestState(ctx)
  state.grant = form.get('grant_type')?.slice(0, maxGrantLength)
  state.credentials = parseClientCredentials(ctx.req, form)
  setClaimedClientId(state, state.credentials)
  return { form, text }
}

/**
 * Hands a form over to oidc-provider, with the client credentials in the one place where the library looks for them: a
 * secret in the `Authorization` header, or one in the form. `changes` replaces parameters; undefined removes one.
 */
export function handOverForm(
  ctx: Context,
  { form, text }: { form: FormParameters; text: string },
  changes: Readonly<Record<string, string | undefined>> = {},
): void {
  const { credentials } = getRequestState(ctx)
  const { authorization } = ctx.req.headers
  const isInHeader = authorization !== undefined && parseBasicCredentials(authorization)?.password !== ''
  if (!isInHeader) delete ctx.req.headers.authorization // the library rejects a header without a secret
  const changed = {
    ...changes,
    ...(isInHeader ? { client_secret: undefined } : { client_id: credentials?.id, client_secret: credentials?.secret }),
  }
  const isSame = Object.entries(changed).every(([name, value]) => form.get(name) === value)
  const request = ctx.req as IncomingMessage & { body?: string }
  request.body = isSame ? text : render(form, text, changed)
  request.readable = false // the body has been read
}

/** Returns the text of a form with changed parameters. Others can repeat, such as `resource`. */
function render(form: FormParameters, text: string, changed: Readonly<Record<string, string | undefined>>): string {
  const { resource } = form.has('resource') ? parse(text, '&', '=', { maxKeys: 0 }) : {}
  const all: ParsedUrlQueryInput = { ...Object.fromEntries(form), resource, ...changed }
  for (const name in all) if (all[name] === undefined) delete all[name]
  return stringify(all)
}

/** Credentials, which may not be in URLs: these end up in logs and browser histories. RFC 6749 section 2.3.1. */
const neverInQuery = [
  ...['client_id', 'client_secret', 'username', 'password', 'refresh_token', 'code', 'code_verifier', 'device_code'],
  ...['token', 'subject_token', 'actor_token', 'assertion', 'client_assertion'],
]

/** Throws `invalid_request` when a query has a parameter that must be in the body. */
function rejectSensitiveQuery(query: Record<string, unknown>): void {
  for (const name of neverInQuery) {
    if (name in query) {
      throw invalidRequestError(
        `The location of '${name}' is wrong: it must be in the body or the header, not in the query`,
      )
    }
  }
}
