/**
 * The policy `mcp`: responds as a server of the Model Context Protocol. Its tools are operations of the catalog whose documents
 * have `x-mcp-tool`. A call of a tool is a call of its API, with the checks and limits of this.
 */
import { Type } from '../../../shared/lib/json-schema/type.ts'
import { suggestName } from '../../../shared/lib/output/suggest.ts'
import type { Api, Catalog } from '../../config/types/index.ts'
import { listCatalogUrls } from '../../contract/access/catalog-urls.ts'
import type { Call } from '../../data-plane/call/call.ts'
import type { CallStepResult } from '../../data-plane/call/call-progress.ts'
import { DocumentError, locateWithin } from '../../data-plane/errors/document-error.ts'
import { readDecodedBody } from '../../data-plane/message/decoded-body.ts'
import { definePolicy } from '../../data-plane/policy/policy.ts'
import { buildMalformedError, findBodyError, findBodyLimit } from '../../data-plane/policy/read-body.ts'
import { answerMessage, type McpServer } from './mcp-server.ts'
import { buildTools } from './tools.ts'

const settings = Type.Object({
  apis: Type.Optional(
    Type.Array(Type.String({ minLength: 1 }), {
      minItems: 1,
      uniqueItems: true,
      description: 'The names of the APIs whose operations are tools. Default: all APIs of the catalog',
    }),
  ),
  instructions: Type.String({ default: '', description: 'What the tools are for, which models read' }),
})

export const mcpPolicy = definePolicy({
  policy: 'mcp',
  settings,

  build({ apis, instructions }, { api, catalog, deps, location, serveInnerCall, warn }) {
    for (const [index, name] of apis?.entries() ?? []) {
      const message = findNameFault(name, api, catalog)
      if (message === undefined) continue
      const place = locateWithin(location, 'apis', index)
      if (!api.toleratesUndefinedValues) throw new DocumentError(place, message)
      warn({ ...place, severity: 'warning', message })
    }
    const malformed = buildMalformedError(location)
    const origins = listOrigins(api, deps.baseUrl === undefined ? [] : listCatalogUrls(catalog, deps.baseUrl))
    let server: McpServer | undefined // the documents of other APIs may have been read later

    return async function mcp(call): Promise<CallStepResult> {
      if (call.caller.outer) return respondWith(call, 508, { error: 'a tool cannot call an MCP server' })
      const { origin } = call.head
      if (origin !== undefined && !origins.has(origin))
        return respondWith(call, 403, { error: `pages of this origin may not call: name it in the cors of the API` })
      if (call.method !== 'POST') return respondWith(call, 405, undefined, ['Allow', 'POST'])
      server ??= {
        name: api.title,
        version: api.version,
        instructions,
        limits: api.bodyLimits,
        catalog,
        consumers: deps.consumers(catalog.path),
        tools: buildTools(catalog, api, apis),
        serve: serveInnerCall,
      }
      let body: Buffer
      try {
        body = await readDecodedBody(call, findBodyLimit(api))
      } catch (error) {
        return findBodyError(call, error, malformed)
      }
      const answer = await answerMessage(body, call, server)
      return respondWith(call, answer ? 200 : 202, answer)
    }
  },
})

/** Returns why an API of the setting adds no tools; undefined when it can. */
function findNameFault(name: string, api: Api, { products }: Catalog): string | undefined {
  if (name === api.name) return `apis names the API "${name}" itself: its operations are no tools of its own server`
  const plans = products.flatMap((product) => [...product.plans.values()])
  const published = new Set(plans.flatMap((plan) => [...plan.apis.keys()]).map((each) => each.split(':', 1)[0] ?? ''))
  if (published.has(name)) return undefined
  return `apis names "${name}", which no plan of the catalog has${suggestName(name, [...published])}`
}

/**
 * Returns the origins whose pages may call, which the transport of MCP demands to check: the catalog's own, and those
 * that the API names for CORS. A page whose host name was rebound to this server has another origin.
 */
function listOrigins({ cors, corsRules }: Api, urls: readonly string[]): ReadonlySet<string | undefined> {
  const named = cors ? (corsRules?.rules ?? []).flatMap(({ origins }) => origins ?? []) : []
  return new Set([...named, ...urls.map((url) => URL.parse(url)?.origin)])
}

function respondWith({ message }: Call, status: number, body: object | undefined, headers: string[] = []): undefined {
  message.status = status
  message.isResponse = true
  message.headers = body ? ['Content-Type', 'application/json', ...headers] : headers
  message.replaceBody(Buffer.from(body ? JSON.stringify(body) : ''))
  return undefined
}
