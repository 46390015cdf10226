/** An API as those see it who call it: what its document says, what the gateway asks for, and calls to copy. */
import type {
  Api,
  ApiDescription,
  Catalog,
  Operation,
  OperationDescription,
  SecurityDefinition,
} from '../../config/types/index.ts'
import type { Call, Handler } from '../call/call.ts'
import { Refusal } from '../http/refusal.ts'
import type { ApiView, OperationView, RequirementView } from '../rest/index.ts'
import { exampleCalls } from './examples/examples.ts'
import { isShown, summaryOf } from './products.ts'

export const show: Handler<'GET /apis/:api'> = async ({ params, origin, tools }) => {
  const { catalog, describe } = tools
  const api = findApi(catalog.apis, params.api ?? '')
  if (!api) throw new Refusal('unknown_api')
  const description = await describe(api)
  return apiView(api, description ?? { operations: {}, schemas: [] }, { catalog, origin })
}

/** By `name:version`, or by a name that only one version has. */
function findApi(apis: readonly Api[], wanted: string): Api | undefined {
  const exact = apis.find(({ reference }) => reference === wanted)
  const named = apis.filter(({ name }) => name === wanted)
  return exact ?? (named.length === 1 ? named[0] : undefined)
}

interface Where {
  catalog: Catalog
  origin: Call['origin']
}

function apiView(api: Api, described: ApiDescription, { catalog, origin }: Where): ApiView {
  const basePath = `${catalog.path}${api.basePath === '/' ? '' : api.basePath}`
  const server = `${origin}${basePath}`
  const { description } = described
  return {
    ...summaryOf(api),
    ...(description !== undefined && { description }),
    basePath,
    server,
    enforced: api.enforced,
    offline: api.offline !== undefined,
    operations: api.operations.map((each) =>
      operationView(each, described.operations[`${each.method} ${each.path}`] ?? undescribed, server),
    ),
    schemas: described.schemas,
    plans: catalog.products
      .filter(isShown)
      .flatMap(({ name: product, plans }) =>
        [...plans.values()]
          .filter(({ apis }) => apis.has(api.reference))
          .map(({ name: plan }) => ({ product, plan })),
      ),
  }
}

const undescribed: OperationDescription = { tags: [], deprecated: false, parameters: [], responses: [] }

function operationView(
  { id, method, path, security }: Operation,
  described: OperationDescription,
  server: string,
): OperationView {
  const requirements = security.map(
    ({ all }): RequirementView => ({
      all: all.map(({ definition, scopes }) => ({ ...definitionView(definition), scopes: [...scopes] })),
    }),
  )
  const call = { method, url: `${server}${path}`, described, requirement: requirements[0] }
  return { id, method, path, ...described, security: requirements, examples: exampleCalls(call) }
}

type DefinitionView = Omit<RequirementView['all'][number], 'scopes'>

function definitionView({ key, type, settings }: SecurityDefinition): DefinitionView {
  const { in: location, name, 'x-key-type': kind, 'x-ibm-oauth-provider': provider } = settings as Settings
  const definition = { definition: key, type: type as DefinitionView['type'] }
  if (type === 'oauth2') return { ...definition, ...(provider !== undefined && { provider }) }
  if (type !== 'apiKey') return definition
  // Where the document does not say it, the customary name does.
  const isSecret = kind === undefined ? /secret$/i.test(name ?? '') : kind === 'client_secret'
  const is = isSecret ? ('client secret' as const) : ('client id' as const)
  return { ...definition, key: { in: location as 'header' | 'query', name: name as string, is } }
}

/** Members of definitions, as OpenAPI 2 spells them. */
interface Settings {
  in?: string
  name?: string
  'x-key-type'?: string
  'x-ibm-oauth-provider'?: string
}
