/** Finds the grant of an authorization request: the one just allowed, or one of scopes that the client had before. */
import type { KoaContextWithOIDC } from 'oidc-provider'
import { applyScopes } from '../authorize/configuration.ts'
import { saveGrant, signInWithin } from '../authorize/save-grant.ts'
import type { ProviderParts } from '../request/provider-parts.ts'

/**
 * Returns the function that oidc-provider calls before it decides whether the owner must be asked. Without sessions, each request
 * needs a sign-in and a consent.
 */
export function buildLoadGrant(parts: ProviderParts) {
  const { approvals, sessions } = parts

  return async function loadExistingGrant(ctx: KoaContextWithOIDC) {
    const { provider, result, session } = ctx.oidc
    const grantId = result?.consent?.grantId
    if (grantId === undefined) return sessions && loadRemembered(ctx, sessions)
    const approval = sessions && (await approvals.findApproval(grantId))
    if (sessions && approval?.user && session?.uid !== undefined) {
      const { user, signedInAt } = approval
      await Promise.all([
        result?.login && sessions.save(session.uid, { user, signedInAt, browser: ctx.get('user-agent').slice(0, 300) }),
        sessions.remember(user.credential, { clientId: ctx.oidc.client?.clientId ?? '', scopes: approval.scopes }),
      ])
    }
    return provider.Grant.find(grantId)
  }

  async function loadRemembered(ctx: KoaContextWithOIDC, sessions: NonNullable<ProviderParts['sessions']>) {
    const { provider, session, client, params } = ctx.oidc
    const { accountId, uid } = session ?? {}
    if (!client || !params || accountId === undefined || uid === undefined) return undefined
    applyScopes(ctx, parts)
    const prompts = String(params.prompt ?? '').split(' ')
    if (prompts.includes('login') || prompts.includes('consent') || params.authorization_details) return undefined
    const [known, remembered] = await Promise.all([
      sessions.find(accountId, uid),
      sessions.findRemembered(accountId, client.clientId),
    ])
    if (!known) return undefined
    const { resource } = params as { resource?: string | string[] }
    const request = {
      clientId: client.clientId,
      scopes: String(params.scope).split(' '),
      areScopesExplicit: true,
      resources: resource === undefined ? undefined : [resource].flat(),
    }
    const owner = signInWithin(request, { ...known, acr: session?.acr }, parts)
    if (!owner.scopes.every((scope) => remembered.includes(scope))) return undefined
    return provider.Grant.find(await saveGrant(provider, request, owner, parts))
  }
}
