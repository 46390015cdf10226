/** Handlers that return the OpenAPI file of an API: its server is the gateway, its token URLs are those of the providers. */
import { isJsonObject, type JsonObject, mapValues } from '../../../../shared/lib/collections/json-object.ts'
import { type Api, findNativeProvider } from '../../../config/types/index.ts'
import { renderCatalogUrl } from '../../../contract/access/catalog-urls.ts'
import { renderResourcePath } from '../../../contract/access/resource-url.ts'
import { FileResponse } from '../context/file-response.ts'
import type { PortalContext, ResourceHandler } from '../context/portal-context.ts'
import { PortalError } from '../http/portal-error.ts'
import { findVisibleApi } from './apis.ts'

export const downloadOpenApiJson: ResourceHandler<'GET /apis/:api/openapi.json'> = async (context) =>
  renderJsonFile(await readDocument(context))

export const downloadOpenApiYaml: ResourceHandler<'GET /apis/:api/openapi.yaml'> = async (context) =>
  renderYamlFile(await readDocument(context))

/** A document to download, and the name of its file without extension. */
type NamedDocument = { name: string; document: JsonObject }

export function renderJsonFile({ name, document }: NamedDocument): FileResponse {
  return new FileResponse(`${name}.json`, 'application/json', `${JSON.stringify(document, null, 2)}\n`)
}

export async function renderYamlFile({ name, document }: NamedDocument): Promise<FileResponse> {
  const { stringify } = await import('yaml')
  return new FileResponse(`${name}.yaml`, 'application/yaml', stringify(document, { lineWidth: 0 }))
}

async function readDocument(context: Pick<PortalContext, 'deps' | 'user' | 'params' | 'catalogUrl'>) {
  const { deps, catalogUrl } = context
  const api = findVisibleApi(context)
  const document = await deps.readOpenApi(api)
  if (!document) throw new PortalError('document_unreadable')
  return { name: renderFileName(api), document: publishAt(document, api, deps, catalogUrl) }
}

/** Returns the name of a file of the API, without extension. */
export function renderFileName({ name, version }: Api): string {
  return `${name}-${version}`.replace(/[^\w.-]/g, '_')
}

function publishAt(document: JsonObject, api: Api, deps: Deps, catalogUrl: string): JsonObject {
  const url = new URL(renderResourcePath(catalogUrl, api.basePath))
  const paths = mapValues(document.paths, withoutServers)
  const tokenUrlOf = (key: string) => findTokenUrls(key, api, deps, catalogUrl)
  if (document.openapi === undefined) {
    const { host: _, basePath: _path, schemes: _schemes, ...rest } = document
    return {
      ...rest,
      host: url.host,
      basePath: url.pathname,
      schemes: [url.protocol.slice(0, -1)],
      paths,
      ...(isJsonObject(document.securityDefinitions) && {
        securityDefinitions: mapValues(document.securityDefinitions, (each, key) =>
          withTokenUrls(each, tokenUrlOf(key)),
        ),
      }),
    }
  }
  const components = isJsonObject(document.components) ? document.components : undefined
  return {
    ...document,
    servers: [{ url: url.href }],
    paths,
    ...(components && {
      components: {
        ...components,
        ...(isJsonObject(components.securitySchemes) && {
          securitySchemes: mapValues(components.securitySchemes, (each, key) =>
            isJsonObject(each) && isJsonObject(each.flows)
              ? { ...each, flows: mapValues(each.flows, (flow) => withTokenUrls(flow, tokenUrlOf(key))) }
              : each,
          ),
        }),
      },
    }),
  }
}

type Deps = Pick<PortalContext['deps'], 'catalog' | 'baseUrl'>
type TokenUrls = { tokenUrl: string; authorizationUrl: string }

/** Returns the URLs of the native provider of a security definition; undefined for any other provider. */
export function findTokenUrls(
  key: string,
  api: Api,
  { catalog, baseUrl }: Deps,
  catalogUrl: string,
): TokenUrls | undefined {
  const settings = api.definitions.get(key)?.settings as JsonObject | undefined
  const found = findNativeProvider(catalog, String(settings?.['x-ibm-oauth-provider']))
  if (!found) return undefined
  const { holder, provider } = found
  const base = `${holder === catalog ? catalogUrl : renderCatalogUrl(holder, baseUrl)}${provider.basePath}`
  return { tokenUrl: `${base}${provider.tokenPath}`, authorizationUrl: `${base}${provider.authorizePath}` }
}

/** Replaces the URLs that the flow has. */
function withTokenUrls(flow: unknown, urls: TokenUrls | undefined): unknown {
  if (!isJsonObject(flow) || !urls) return flow
  return {
    ...flow,
    tokenUrl: 'tokenUrl' in flow ? urls.tokenUrl : undefined,
    authorizationUrl: 'authorizationUrl' in flow ? urls.authorizationUrl : undefined,
  }
}

/** Servers of single paths and operations are upstreams, or were replaced by the gateway. */
function withoutServers(item: unknown): unknown {
  if (!isJsonObject(item)) return item
  const { servers: _, ...rest } = item
  return mapValues(rest, (member) => {
    if (!isJsonObject(member)) return member
    const { servers: _operation, ...operation } = member
    return operation
  })
}
