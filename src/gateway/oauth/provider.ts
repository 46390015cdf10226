/** Opens the OAuth provider of one catalog: its state, its grants and its endpoints. */
import type { RequestListener } from 'node:http'
import type { Middleware } from 'koa'
import Koa from 'koa'
import type { AccessToken } from '../contract/access/access-token.ts'
import { listProviderPaths } from '../contract/access/provider-paths.ts'
import type { RenderUrl } from '../lib/http/public-place.ts'
import { buildPageBrand } from './authorize/page-brand.ts'
import { accountPath } from './endpoints/account.ts'
import { errorBoundary } from './endpoints/error-boundary.ts'
import { buildEndpointRoutes } from './endpoints/index.ts'
import { serveEndpoints } from './endpoints/serve-endpoints.ts'
import { openEngine } from './engine/engine.ts'
import { buildDocumentFollower } from './engine/metadata-documents.ts'
import { rotateOnSchedule } from './keys/rotate-on-schedule.ts'
import { openSigningKeyManager } from './keys/signing-key-manager.ts'
import { type OpenOauthProviderOptions, openProviderParts } from './request/provider-parts.ts'
import { buildServeByLibrary } from './request/serve-by-library.ts'
import type { AppliedTokenCeiling } from './scopes/token-ceilings.ts'

/** An open provider. */
export type OauthProvider = Awaited<ReturnType<typeof openOauthProvider>>

/** Opens a provider, with a first signing key if necessary. Throws when the store or supplied keys cannot be read. */
export async function openOauthProvider(options: OpenOauthProviderOptions) {
  const { catalog, settings, store, clock } = options
  const parts = await openProviderParts(options)
  const { path, wellKnownPath, issuer, renderUrl, consumers, keys, poller, ceilings, log, verify, proofNonces } = parts
  const engine = openEngine(parts)
  const routes = buildEndpointRoutes({
    ...parts,
    engine,
    serveByLibrary: buildServeByLibrary(path, renderUrl, engine),
    followDocument: buildDocumentFollower(engine, parts),
  })
  const app = new Koa({ keys: parts.cookieKeys, proxy: true })
  app.silent = true // the error boundary logs all errors; what remains are aborted responses
  app.use(errorBoundary(parts, buildPageBrand(catalog)))
  if (parts.browserSignIns) app.use(leadToIssuer([settings.authorizePath, accountPath], issuer, path, renderUrl))
  app.use(serveEndpoints(routes))
  const endSchedule = rotateOnSchedule({
    keys: openSigningKeyManager({ catalog, settings, store, clock }),
    afterDays: settings.keyRotation.afterDays,
    onRotated: options.onKeyRotated,
    log,
  })

  return {
    /** The path of the issuer, for example `/acme/sandbox/customer-oauth`. */
    path,
    /** The paths at and below which the provider serves requests: `path`, or several for a provider with the base path `/`. */
    mountPaths: listProviderPaths(settings).map((each) => `${catalog.path}${each}`),
    /** The path of the metadata of an issuer with a path, outside of `path`: RFC 8414 section 3.1. */
    wellKnownPath,
    /** The issuer identifier, a URL: `baseUrl` and `path`. */
    issuer,
    /** Serves a request at or below one of `mountPaths`, or at `wellKnownPath`. */
    handle: app.callback() as RequestListener,
    /** Verifies an access token of this provider, without reading the store. */
    verify,
    /** The nonces of the DPoP proofs of its clients, also at the APIs. */
    proofNonces,
    /** Returns the ceilings that apply now; the user's only where the registry finds it without a sign-in. */
    findTokenCeilings: ceilingsOf,
    /** Applies a message that the provider of another worker announced. It ignores other messages. */
    receive: poller.receive,
    /** Stops polling the store. Running requests still complete; the caller closes the store. */
    async close(): Promise<void> {
      endSchedule()
      poller.close()
      keys.close()
    },
  }

  async function ceilingsOf({ clientId, subject, grant }: AccessToken): Promise<readonly AppliedTokenCeiling[]> {
    const client = consumers.find(clientId)
    const ofClient = client ? ceilings.findForClient(client) : []
    if (grant === 'client_credentials') return ofClient
    // Introspection of a token must also work while the registry is unavailable.
    const ofUser = await ceilings.refreshForUser(subject, undefined).catch(() => [])
    return [...ofClient, ...ofUser]
  }
}

/**
 * Leads browsers to the issuer's host before another provider's sign-in, which returns there, to its cookies: redirects
 * requests to `paths`, below the provider at `path`, with the status 307, which keeps method and body.
 */
function leadToIssuer(paths: readonly string[], issuer: string, path: string, renderUrl: RenderUrl): Middleware {
  return async function leadBrowser(ctx, next) {
    const below = ctx.path.slice(path.length)
    if (!paths.includes(below) || renderUrl(ctx.req) === issuer) return next()
    ctx.redirect(`${issuer}${below}${ctx.search}`)
    ctx.status = 307
  }
}
