/**
 * The token endpoint: RFC 6749 section 3.2. The client first, then the grant, then its parameters, then the user.
 */
import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'

import type { Context } from 'koa'
import mount from 'koa-mount'
import type { Provider } from 'oidc-provider'

import type { Client } from '../../consumers/index.ts'
import { isErrorCode, OauthError } from '../errors.ts'
import type { Grant } from '../grants/grant.ts'
import { mayUse } from '../grants/index.ts'
import type { AuthenticateClient } from '../request/client.ts'
import type { Form } from '../request/form.ts'
import { callOf } from './call.ts'
import { readClientForm } from './client-form.ts'

export interface TokenEndpointTools {
  path: string
  tokenPath: string
  engine: Provider
  grants: readonly Grant[]
  authenticateClient: AuthenticateClient
}

export function buildTokenEndpoint({
  path,
  tokenPath,
  engine,
  grants,
  authenticateClient,
}: TokenEndpointTools) {
  const library = mount(path, engine)

  return async function token(ctx: Context): Promise<void> {
    const { client, form } = await readClientForm(ctx, authenticateClient)
    refuseGrant(form.get('grant_type'), client, grants)

    ctx.req = ctx.request.req = withForm(ctx.req, `${path}${tokenPath}`, form, client.clientId)
    await library(ctx, async () => {})
    const { failure } = callOf(ctx)
    if (failure !== undefined) throw failure
    if (ctx.status >= 400) throw refusalOf(ctx)
  }
}

/** Section 5.2 has a code for this of its own; what no client may use is left to the library. */
function refuseGrant(type: string | undefined, client: Client, grants: readonly Grant[]): void {
  const grant = grants.find((each) => each.type === type)
  if (grant && !mayUse(client, grant)) {
    throw new OauthError('unauthorized_client', `This client may not use the grant '${type}'`)
  }
}

/** The request as the library is to read it: the same form, checked, from a client that is known by now. */
function withForm(request: IncomingMessage, url: string, form: Form, clientId: string): IncomingMessage {
  const { client_secret: _, ...parameters } = Object.fromEntries(form)
  const body = new URLSearchParams({ ...parameters, client_id: clientId }).toString()

  const checked = new IncomingMessage(new Socket()) // of its own: a stream takes its socket along when it ends
  checked.method = 'POST'
  checked.url = url
  checked.headers = {
    host: request.headers.host,
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': String(Buffer.byteLength(body)),
    accept: 'application/json',
  }
  checked.push(body)
  checked.push(null)
  return checked
}

/** What the library refused: it knows the grants, and which parameters must be there. */
function refusalOf({ status, body }: Context): OauthError {
  const { error, error_description: description = 'The request was refused' } = body as Record<string, string>
  if (error === 'unsupported_grant_type')
    return new OauthError(error, 'This grant type is not supported here')
  if (status < 500 && error && isErrorCode(error)) return new OauthError(error, description, { status })
  return new OauthError('server_error', 'The request could not be served', {
    reason: `${error}: ${description}`,
  })
}
