/** Handlers for the sign-in at another provider: the page redirects the browser there, and sends what it came back with. */
import { clientNetwork } from '../../../../shared/http/request/client-address.ts'
import { findCookie } from '../../../../shared/http/request/cookies.ts'
import { buildPortalPath, type PortalContext, type ResourceHandler } from '../context/portal-context.ts'
import type { PortalAccount, SignInProvider } from '../context/portal-deps.ts'
import { PortalError } from '../http/portal-error.ts'
import { isSecureRequest } from '../http/request-origin.ts'
import type { SessionView } from '../rest/index.ts'
import type { AccountHandlerDeps, SessionContext } from './account-handlers.ts'
import { providerCookieName, readSessionToken, renderProviderCookie } from './session-cookie.ts'

/** Begins a session of the portal. */
type BeginSession = (context: SessionContext, account: PortalAccount, idToken?: string) => Promise<SessionView>

export function buildProviderSignInHandlers(
  { prefix, sessions, profiles, signIns }: AccountHandlerDeps,
  beginSession: BeginSession,
) {
  const begin: ResourceHandler<'POST /session/provider'> = async (context) => {
    const { url, cookie, seconds } = await requireProvider(context).begin(callbackOf(context))
    keep(context, cookie, seconds)
    return { url }
  }

  const complete: ResourceHandler<'PUT /session/provider'> = async (context) => {
    const { request, deps, body } = context
    const { accounts, log, catalog } = deps
    const provider = requireProvider(context)
    const cookie = findCookie(request.headers.cookie, providerCookieName)
    keep(context, '', 0)
    const user = await provider.complete(body.query, callbackOf(context), cookie)
    if ('rejected' in user) {
      log.info(
        { catalog: catalog.path, reason: user.rejected, client: clientNetwork(request) },
        'a sign-in was rejected',
      )
      throw new PortalError('sign_in_rejected', { detail: `The sign-in was rejected: ${user.rejected}.` })
    }
    await signIns(accounts.fold(user.name))
    const account = await accounts.find(user.name)
    if (!account) throw new PortalError('wrong_credentials')
    await saveEmail(user.name, user.email)
    const before = readSessionToken(request.headers.cookie)
    if (before !== undefined) await sessions.end(before)
    return beginSession(context, account, user.idToken)
  }

  return { begin, complete }

  /** The page itself, at one of whose URLs the provider sends the browser back. */
  function callbackOf({ catalogUrl }: Pick<PortalContext, 'catalogUrl'>): string {
    return `${buildPortalPath({ path: catalogUrl })}/`
  }

  function keep({ request, deps, setHeader }: SessionContext, value: string, seconds: number): void {
    const scope = { path: prefix, secure: isSecureRequest(request, deps.baseUrl) }
    setHeader('Set-Cookie', renderProviderCookie(value, seconds, scope))
  }

  async function saveEmail(name: string, email: { address: string; isVerified: boolean } | undefined): Promise<void> {
    const saved = await profiles.find(name)
    if (saved?.email === email?.address && saved?.isVerified === email?.isVerified) return
    await profiles.save(name, email?.address, email)
  }
}

function requireProvider({ deps }: Pick<PortalContext, 'deps'>): SignInProvider {
  const { provider } = deps.accounts
  if (!provider) throw new PortalError('no_provider')
  return provider
}
