/** The state of one authorization request while its owner visits the pages. */
import type { Context } from 'koa'
import { StateStoreError } from '../../../shared/storage/index.ts'
import type { Client } from '../../consumers/index.ts'
import type { ServingParts } from '../request/provider-parts.ts'
import type { SignedInOwner } from '../state/approvals.ts'
import { scopeSourceParameter } from './configuration.ts'
import { sendErrorPage } from './pages.ts'
import type { AccessRequest, SignIn } from './save-grant.ts'

/** An authorization request that has not been answered yet. */
export interface AuthorizationFlow extends AccessRequest {
  /** The last segment of the path of its pages. */
  id: string
  client: Client
  /** The title of the application. */
  application: string
  /** Undefined for a device, which asks for its tokens itself. */
  redirectUri: string | undefined
  /** The owner, once signed in. */
  owner: SignedInOwner | undefined
  /** The sign-in of the session of the browser, where it serves this request. */
  session: SignIn | undefined
  /** The authorization details of the request, RFC 9396. */
  details: readonly Readonly<Record<string, unknown>>[]
  /** What the request demands of a sign-in, in the parameters of OpenID Connect. */
  demands: { acrValues: string | undefined; maxAge: number | undefined; prompt: string | undefined }
}

/** Returns the flow; undefined, after an error page, if expired or of another browser. Throws `StateStoreError`. */
export async function findFlow(
  ctx: Context,
  { engine, consumers, approvals, revocations, sessions }: ServingParts,
): Promise<AuthorizationFlow | undefined> {
  const id = ctx.path.slice(ctx.path.lastIndexOf('/') + 1)
  const interaction = await engine()
    .interactionDetails(ctx.req, ctx.res)
    .catch((error: unknown) => {
      if (error instanceof StateStoreError) throw error // the sign-in may go on when the store is back
      return undefined
    })
  const params = (interaction?.params ?? {}) as Record<string, string>
  const { client_id: clientId, redirect_uri: redirectUri, scope, resource, [scopeSourceParameter]: source } = params
  const client = clientId === undefined ? undefined : consumers.find(clientId)

  const isComplete = redirectUri !== undefined || interaction?.deviceCode !== undefined
  if (interaction?.uid !== id || !client || !isComplete || scope === undefined) {
    sendErrorPage(ctx, 400, 'invalid_request', 'This sign-in has expired, or it began in another browser.')
    return undefined
  }
  const { title: application } = client.application
  const owner = await approvals.findSignIn(id)
  const { subject = '', signedInAt: startedAt = 0 } = owner ?? {}
  const isRevoked = owner && (await revocations.isConsentRevoked({ chain: id, subject, startedAt }))
  const { prompt, session } = interaction
  const { acr_values: acrValues, max_age: maxAge, prompt: asked } = params
  return {
    id,
    client,
    clientId: client.clientId,
    application,
    redirectUri,
    scopes: scope.split(' '),
    resources: resource === undefined ? undefined : [resource].flat(),
    areScopesExplicit: source === 'request',
    owner: isRevoked ? undefined : owner,
    session: owner || prompt.name === 'login' ? undefined : await findSessionSignIn(session, sessions),
    details: typeof params.authorization_details === 'string' ? JSON.parse(params.authorization_details) : [],
    demands: { acrValues, maxAge: maxAge === undefined ? undefined : Number(maxAge), prompt: asked },
  }
}

async function findSessionSignIn(
  session: { accountId?: string; uid?: string; acr?: string | undefined } | undefined,
  sessions: ServingParts['sessions'],
): Promise<SignIn | undefined> {
  const { accountId, uid, acr } = session ?? {}
  const known = accountId !== undefined && uid !== undefined && (await sessions?.find(accountId, uid))
  return known ? { user: known.user, signedInAt: known.signedInAt, acr } : undefined
}
