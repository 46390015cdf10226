/** Handler that returns an API with its operations, schemas, security requirements and example calls. */
import type {
  Api,
  ApiDescription,
  Operation,
  OperationDescription,
  Plan,
  Product,
  SecurityDefinition,
} from '../../../config/types/index.ts'
import { renderDetails } from '../../../contract/access/authorization-details.ts'
import { listMessageActions } from '../../../contract/access/message-operations.ts'
import { renderResourcePath } from '../../../contract/access/resource-url.ts'
import type { PortalContext, ResourceHandler } from '../context/portal-context.ts'
import { PortalError } from '../http/portal-error.ts'
import type { ApiView, OperationView, RequirementView } from '../rest/index.ts'
import { buildExamples } from './examples/build-examples.ts'
import { buildPlanLimitViews } from './limit-views.ts'
import { buildApiSummary } from './products.ts'
import { findApis, findVisibleProducts, type VisitorContext } from './visible-products.ts'

export const showApi: ResourceHandler<'GET /apis/:api'> = async (context) => {
  const { catalogUrl, deps } = context
  const products = findVisibleProducts(context)
  const api = findVisibleApi(context)
  const description = await deps.describeApi(api)
  return buildApiView(api, description ?? { operations: {}, schemas: [] }, {
    origin: context.origin,
    catalogUrl,
    products,
  })
}

/** Returns the API that the path names. Throws a `PortalError` `unknown_api` if the visitor cannot see it. */
export function findVisibleApi(context: VisitorContext & Pick<PortalContext, 'params'>): Api {
  const visible = findApis(findVisibleProducts(context), context.deps.catalog.apis)
  const api = findApi(visible, context.params.api ?? '')
  if (!api) throw new PortalError('unknown_api')
  return api
}

/** Finds an API by `name:version`, or by its name if the catalog has only one version of it. */
function findApi(apis: readonly Api[], wanted: string): Api | undefined {
  const exact = apis.find(({ reference }) => reference === wanted)
  const named = apis.filter(({ name }) => name === wanted)
  return exact ?? (named.length === 1 ? named[0] : undefined)
}

interface ApiLocation {
  /** The products that the visitor sees. */
  products: readonly Product[]
  origin: PortalContext['origin']
  catalogUrl: PortalContext['catalogUrl']
}

function buildApiView(api: Api, described: ApiDescription, { products, origin, catalogUrl }: ApiLocation): ApiView {
  const server = renderResourcePath(catalogUrl, api.basePath)
  const { description } = described
  return {
    ...buildApiSummary(api),
    description,
    basePath: server.slice(origin.length),
    server,
    enforced: api.enforced,
    hasMessages: api.operations.some((each) => listMessageActions(each).length > 0),
    offline: api.offline !== undefined,
    wsdl: api.wsdl === undefined ? undefined : true,
    operations: api.operations.map((each) =>
      buildOperationView(each, described.operations[`${each.method} ${each.path}`] ?? emptyDescription, server),
    ),
    schemas: [...described.schemas],
    plans: products.flatMap(({ name: product, plans }) =>
      [...plans.values()]
        .filter(({ apis }) => apis.has(api.reference))
        .map((plan) => ({ product, plan: plan.name, limits: listLimitWords(plan, api) })),
    ),
  }
}

/** Returns the limits of a plan at which calls of the API are rejected, as text. */
function listLimitWords(plan: Plan, { reference }: Api): string[] {
  return buildPlanLimitViews(plan)
    .filter(({ part, calls, hard }) => hard && calls !== null && ['', reference].includes(part.split(' ')[0] ?? ''))
    .map(({ words, part }) => (part.includes(' ') ? `${words} (${part.slice(reference.length + 1)})` : words))
}

const emptyDescription: OperationDescription = { tags: [], deprecated: false, parameters: [], responses: [] }

function buildOperationView(
  { id, method, path, security, authorizationDetails: details }: Operation,
  described: OperationDescription,
  server: string,
): OperationView {
  const requirements = security.map(
    ({ all }): RequirementView => ({
      all: all.map(({ definition, scopes }) => ({ ...buildDefinitionView(definition), scopes: [...scopes] })),
    }),
  )
  const operation = { method, url: `${server}${path}`, described, requirement: requirements[0] }
  // A demanded identifier is the value of a path parameter.
  const demands = details?.demands.map(({ identifier, ...demand }) =>
    identifier === undefined ? demand : { ...demand, identifier: `{${identifier}}` },
  )
  return {
    id,
    method,
    path,
    ...described,
    security: requirements,
    authorizationDetails: demands && renderDetails(demands),
    examples: buildExamples(operation),
  }
}

type DefinitionView = Omit<RequirementView['all'][number], 'scopes'>

function buildDefinitionView({ key, type, settings }: SecurityDefinition): DefinitionView {
  const { in: location, name, 'x-key-type': kind, 'x-ibm-oauth-provider': provider } = settings as DefinitionSettings
  const definition = { definition: key, type: type as DefinitionView['type'] }
  if (type === 'oauth2') return { ...definition, provider }
  if (type !== 'apiKey') return definition
  // Without `x-key-type`, a name that ends in "secret" marks the client secret.
  const isSecret = kind === undefined ? /secret$/i.test(name ?? '') : kind === 'client_secret'
  const is = isSecret ? ('client secret' as const) : ('client id' as const)
  return { ...definition, key: { in: location as 'header' | 'query', name: name as string, is } }
}

/** The members of a security definition, as in OpenAPI 2. */
type DefinitionSettings = { in?: string; name?: string; 'x-key-type'?: string; 'x-ibm-oauth-provider'?: string }
