/** Metadata of protected resources, RFC 9728: which providers issue the tokens of an API, and with which scopes. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { proofAlgorithms } from '../../../shared/security/index.ts'
import type { Api, Catalog, Config, SecurityRequirement } from '../../config/types/index.ts'
import { findNativeProvider, findProviderName } from '../../config/types/index.ts'
import { listCatalogUrls, renderCatalogUrl } from '../../contract/access/catalog-urls.ts'
import { renderResourcePath, resourceMetadataPrefix } from '../../contract/access/resource-url.ts'
import { renderPublicUrl } from '../../lib/http/public-place.ts'

/** The metadata of one API. */
export interface ProtectedResource {
  /** The path of the document, `/.well-known/oauth-protected-resource/{org}/{catalog}/{base path}` (section 3.1). */
  wellKnownPath: string
  handle(request: IncomingMessage, response: ServerResponse): void
}

/** Returns the URL of the metadata of an API. `baseUrl` is the origin of the URLs that callers use. */
export function resourceMetadataUrl(baseUrl: string, catalog: Catalog, api: Api): string {
  return `${baseUrl}${resourceMetadataPrefix}${resourcePath(catalog, api)}`
}

/** Lists the metadata of APIs that need tokens; of several APIs at a path, that of the first. */
export function listProtectedResources(config: Config, baseUrl: string): ProtectedResource[] {
  const needsToken = ({ all }: SecurityRequirement) => all.some(({ definition }) => definition.type === 'oauth2')
  return config.catalogs.flatMap((catalog) =>
    catalog.apis.flatMap((api) => {
      if (!api.enforced || !api.operations.some(({ security }) => security.some(needsToken))) return []
      const bodies = new Map<string, string>() // most APIs are never asked for theirs before the next revision
      const wellKnownPath = `${resourceMetadataPrefix}${resourcePath(catalog, api)}`
      return [
        {
          wellKnownPath,
          handle(request, response) {
            const resource = renderPublicUrl(request, resourcePath(catalog, api), baseUrl)
            const body = bodies.get(resource) ?? JSON.stringify(describeResource(catalog, api, { resource, baseUrl }))
            bodies.set(resource, body)
            respond(request, response, body)
          },
        },
      ]
    }),
  )
}

function resourcePath(catalog: Catalog, { basePath }: Api): string {
  return renderResourcePath(catalog.path, basePath)
}

/** Lists the resource identifiers of an API, for which clients request tokens (RFC 8707): one for each URL of the catalog. */
export function listResourceUrls(baseUrl: string, catalog: Catalog, { basePath }: Api): readonly string[] {
  return listCatalogUrls(catalog, baseUrl).map((url) => renderResourcePath(url, basePath))
}

/** Returns the document (section 2). */
function describeResource(
  catalog: Catalog,
  api: Api,
  { resource, baseUrl }: { resource: string; baseUrl: string },
): object {
  const servesTools = api.assembly.execute.some(({ policy }) => policy === 'mcp')
  const tools = servesTools ? catalog.apis.flatMap(({ operations }) => operations.filter(({ tool }) => tool)) : []
  const required = [...api.operations, ...tools]
    .flatMap(({ security }) => security.flatMap(({ all }) => all))
    .filter(({ definition }) => definition.type === 'oauth2')
  const names = required.flatMap(({ definition }) => findProviderName(definition) ?? [])
  const issuers = names.flatMap((name) => findIssuer(catalog, name, baseUrl) ?? [])
  const acceptsProofs = names.some((name) => findNativeProvider(catalog, name)?.provider.dpop.enabled)
  return {
    resource,
    resource_name: api.title,
    authorization_servers: [...new Set(issuers)],
    scopes_supported: [...new Set(required.flatMap(({ scopes }) => scopes))],
    bearer_methods_supported: ['header'],
    dpop_signing_alg_values_supported: acceptsProofs ? proofAlgorithms : undefined,
  }
}

/** Returns the issuer of a provider; undefined for a foreign one that only its introspection endpoint describes. */
function findIssuer(catalog: Catalog, name: string, baseUrl: string): string | undefined {
  const native = findNativeProvider(catalog, name)
  if (native) return `${renderCatalogUrl(native.holder, baseUrl)}${native.provider.basePath}`
  const verification = catalog.thirdParties?.get(name)?.verification
  return verification?.kind === 'jwks' ? verification.issuer : undefined
}

/** Sends the document. Scripts of any origin may read it, because it depends on no credentials. */
function respond({ method }: IncomingMessage, response: ServerResponse, body: string): void {
  response.setHeader('Access-Control-Allow-Origin', '*')
  if (method === 'OPTIONS') {
    response.writeHead(204, { Allow: 'GET, HEAD, OPTIONS', 'Access-Control-Allow-Methods': 'GET' }).end()
    return
  }
  if (method !== 'GET' && method !== 'HEAD') {
    response.writeHead(405, { Allow: 'GET, HEAD, OPTIONS', 'Content-Length': 0 }).end()
    return
  }
  response.writeHead(200, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'public, max-age=300',
  })
  response.end(body)
}
