/**
 * The token endpoint: RFC 6749 section 3.2. It authenticates the client, then checks the grant type, the
 * parameters, and the user.
 */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Context } from 'koa'
import mount from 'koa-mount'
import type { Provider } from 'oidc-provider'
import type { Client } from '../../consumers/index.ts'
import { isOauthErrorCode, OauthError } from '../errors/oauth-error.ts'
import type { GrantType } from '../grants/grant-type.ts'
import { mayUseGrant } from '../grants/index.ts'
import type { AuthenticateClient } from '../request/authenticate-client.ts'
import type { FormParameters } from '../request/form.ts'
import { getRequestState } from '../request/request-state.ts'
import { readAuthenticatedForm } from './authenticated-form.ts'

/** The dependencies of the token endpoint. `tokenPath` is below `path`, the path of the provider. */
export interface TokenEndpointDeps {
  path: string
  tokenPath: string
  engine: Provider
  grants: readonly GrantType[]
  authenticateClient: AuthenticateClient
}

/** Returns the handler of token requests. It throws `OauthError`. */
export function buildTokenEndpoint({ path, tokenPath, engine, grants, authenticateClient }: TokenEndpointDeps) {
  const library = mount(path, engine)

  return async function token(ctx: Context): Promise<void> {
    const { client, form } = await readAuthenticatedForm(ctx, authenticateClient)
    refuseGrant(form.get('grant_type'), client, grants)

    const checked: unknown = new CheckedTokenRequest(ctx.req, `${path}${tokenPath}`, form, client.clientId)
    ctx.req = ctx.request.req = checked as IncomingMessage
    await library(ctx, async () => {})
    const { failure } = getRequestState(ctx)
    if (failure !== undefined) throw failure
    if (ctx.status >= 400) throw refusalOf(ctx)
  }
}

/**
 * Throws `unauthorized_client` when the client may not use the grant type (RFC 6749 section 5.2). Unknown grant
 * types pass: oidc-provider rejects them.
 */
function refuseGrant(type: string | undefined, client: Client, grants: readonly GrantType[]): void {
  const grant = grants.find((each) => each.type === type)
  if (grant && !mayUseGrant(client, grant)) {
    throw new OauthError('unauthorized_client', `This client may not use the grant '${type}'`)
  }
}

/** Returns the error for a response of oidc-provider, which checks grant types and required parameters. */
function refusalOf({ status, body }: Context): OauthError {
  const { error, error_description: description = 'The request was rejected' } = body as Record<string, string>
  if (error === 'unsupported_grant_type') return new OauthError(error, 'This grant type is not supported here')
  if (status < 500 && error && isOauthErrorCode(error)) return new OauthError(error, description, { status })
  return new OauthError('server_error', 'The server could not process the request', {
    reason: `${error}: ${description}`,
  })
}

/** A `POST` of a validated form, in the shape of an `IncomingMessage`. */
class CheckedTokenRequest {
  readonly method = 'POST'
  readonly readable = true
  readonly socket: IncomingMessage['socket']
  readonly headers: IncomingHttpHeaders
  /** Koa overwrites the URL while it runs a mounted application. */
  url: string
  readonly #body: Buffer

  constructor({ socket, headers }: IncomingMessage, url: string, form: FormParameters, clientId: string) {
    this.socket = socket
    this.url = url
    this.#body = bodyOf(form, clientId)
    this.headers = {
      host: headers.host,
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': String(this.#body.length),
      accept: 'application/json',
    }
  }

  /** Returns the chunks of the body, like `Readable.iterator()`. */
  iterator(): Iterable<Buffer> {
    return [this.#body]
  }
}

/**
 * Returns the form without the secret: the endpoint has authenticated the client, so oidc-provider only needs its
 * id.
 */
function bodyOf(form: FormParameters, clientId: string): Buffer {
  const body = new URLSearchParams()
  for (const [name, value] of form) if (name !== 'client_secret') body.set(name, value)
  body.set('client_id', clientId)
  return Buffer.from(body.toString())
}
