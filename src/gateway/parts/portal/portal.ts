/** Builds the developer portal of one catalog: its REST resources and its page. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { dirname, join } from 'node:path'
import { renderOpenApiDocument } from '../../../shared/http/openapi/render-document.ts'
import { isBelow } from '../../lib/http/public-place.ts'
import { buildBrandView } from './brand/brand.ts'
import { buildResultFilter, type CatalogueIndex, openCatalogueIndex } from './catalogue/search/catalogue-index.ts'
import { findApis, findVisibleProducts } from './catalogue/visible-products.ts'
import { FileResponse } from './context/file-response.ts'
import { buildPortalPath, type ResourceHandler } from './context/portal-context.ts'
import type { PortalDeps } from './context/portal-deps.ts'
import { type GuideFolder, openGuideFolder } from './guides/guide-folder.ts'
import { buildGuideHandlers } from './guides/guides.ts'
import { buildHourlyLimitCheck } from './http/attempt-limit.ts'
import { PortalError } from './http/portal-error.ts'
import { buildAccountMail } from './mail/account-mail.ts'
import { openMailLimits } from './mail/mail-limits.ts'
import { openMailTokens } from './mail/mail-tokens.ts'
import { startSecretExpiryNotices } from './mail/secret-expiry-notices.ts'
import type { PortalDocumentOptions } from './openapi/portal-document.ts'
import { buildPageListener } from './page-listener.ts'
import { buildResourceListener } from './resource-listener.ts'
import type { PortalErrorCode } from './rest/index.ts'
import { buildRoutes, type ResourceRoutes } from './routes.ts'
import { buildAuthorizeRequest } from './session/authorize-request.ts'
import { openProfileStore } from './session/stores/profile-store.ts'
import { openSessionStore } from './session/stores/session-store.ts'

export type Portal = ReturnType<typeof buildPortal>

/** A sign-up hashes a password, a sign-in stores a session, and a change loads all documents. */
const maxPerHour = { signUps: 20, signIns: 200, changes: 200, signInTests: 60 }

export function buildPortal(given: PortalDeps) {
  const { catalog, settings, store, accounts } = given
  const prefix = buildPortalPath(catalog)

  // 1. state shared by all requests
  const sessions = openSessionStore(catalog.path, settings, given)
  const profiles = openProfileStore(catalog.path, store, accounts.fold)
  const limited = (what: string, perHour: number, refusal: PortalErrorCode) =>
    buildHourlyLimitCheck({ kind: `portal-${what} ${catalog.path}`, perHour, refusal }, given)
  const tokens = openMailTokens(catalog.path, given, accounts.fold)
  const mail = buildAccountMail(given, profiles, tokens)
  const signUps = limited('sign-ups', maxPerHour.signUps, 'too_many_sign_ups')
  const signIns = limited('sign-ins', maxPerHour.signIns, 'too_many_sign_ins')
  const signInTests = limited('sign-in-tests', maxPerHour.signInTests, 'too_many_sign_in_tests')
  const changes = limited('changes', maxPerHour.changes, 'too_many_changes')

  // 2. request handling
  const deps: PortalDeps = {
    ...given,
    log: given.log.child({ portal: prefix }),
    async editApplication(edit) {
      await changes(accounts.fold(edit.by))
      const isOwn = edit.do !== 'decide'
      if (isOwn && settings.requiresVerifiedEmail && !(await profiles.find(edit.by))?.isVerified)
        throw new PortalError('email_not_verified')
      return given.editApplication(edit)
    },
  }
  const guides = openGuideFolder(buildGuidesPath(deps), deps.log)
  const path = `${prefix}/api/v1`
  const limits = { signUps, signIns, signInTests, mailLimits: openMailLimits(given) }
  const routes: ResourceRoutes = buildRoutes({
    ...limits,
    prefix,
    sessions,
    profiles,
    mail,
    tokens,
    showPortal: buildPortalHandler(guides),
    guides: buildGuideHandlers(guides),
    search: buildSearchHandler(openCatalogueIndex(deps, guides)),
    showDocument: buildDocumentHandler(() => ({ path, routes })),
  })
  const resources = buildResourceListener({ path, routes, admit: buildAuthorizeRequest(sessions, deps), deps })
  const site = buildPageListener(prefix, { folder: given.siteFolder, previousFolder: given.previousFilesFolder })

  const close = startSecretExpiryNotices({ ...deps, mail })

  return {
    /** The URL path of the portal, such as `/acme/sandbox/portal`. */
    path: prefix,
    /** Ends the background work. */
    close,
    handle(request: IncomingMessage, response: ServerResponse): void {
      if (isBelow(`${prefix}/api`, request.url as string)) resources(request, response)
      else site(request, response)
    },
  }
}

/** Returns the folder of the guides, beside the document of the catalog. */
function buildGuidesPath({ documentsFolder, catalog }: PortalDeps): string {
  return join(documentsFolder, dirname(catalog.location.file), 'guides')
}

/** Handler that returns the title, the brand, the URLs and the sign-up setting of the portal. */
function buildPortalHandler(guides: GuideFolder): ResourceHandler<'GET /portal'> {
  return async function showPortal({ origin, catalogUrl, deps: { catalog, settings, mailer, accounts } }) {
    const url = buildPortalPath({ path: catalogUrl })
    return {
      org: catalog.org,
      catalog: catalog.name,
      title: catalog.title,
      prefix: url.slice(origin.length),
      origin,
      callback: `${url}/callback`,
      isPublic: settings.isPublic,
      hasGuides: (await guides.load()).guides.length > 0,
      brand: buildBrandView(catalog, settings),
      sendsMail: mailer !== undefined,
      provider: accounts.provider?.title,
      hasPasswords: accounts.hasPasswords,
      selfSignup: settings.selfSignup && !accounts.provider,
      maxSecretDays: settings.maxSecretDays,
    }
  }
}

/** GET /openapi.json: the OpenAPI document of the REST resources of the portal, in JSON, or in YAML by `Accept`. */
function buildDocumentHandler(options: () => PortalDocumentOptions): ResourceHandler<'GET /openapi.json'> {
  return async function showDocument({ request, setHeader }) {
    // The document is rarely read: its code is loaded then.
    const { buildPortalDocument } = await import('./openapi/portal-document.ts')
    const document = buildPortalDocument(options())
    const { contentType, body } = await renderOpenApiDocument(document, request.headers.accept)
    setHeader('Vary', 'Accept')
    return new FileResponse('', contentType, body)
  }
}

const maxQueryCharacters = 200
const maxResults = 30

/** GET /search: searches the catalogue. The results are what the visitor may see. */
function buildSearchHandler(findIndex: () => Promise<CatalogueIndex>): ResourceHandler<'GET /search'> {
  return async function search(context) {
    const query = context.query.get('q') ?? ''
    if (query.length > maxQueryCharacters)
      throw new PortalError('wrong_query', {
        detail: `"q" has ${query.length} characters: at most ${maxQueryCharacters} are accepted.`,
      })
    const products = findVisibleProducts(context)
    const accepts = buildResultFilter(products, findApis(products, context.deps.catalog.apis))
    return (await findIndex()).find(query, accepts, maxResults)
  }
}
