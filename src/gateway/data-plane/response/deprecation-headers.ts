/**
 * Tells callers that an operation, an API or a product will be turned off: `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and `Link`.
 *
 * The text of the headers is made when the documents are loaded. Calls of other APIs cost nothing.
 */
import type { Api, ApiDeprecation, Catalog, Operation } from '../../config/types/index.ts'
import type { CallStep } from '../call/call-progress.ts'

/** Returns a flat list of names and values. It is empty for a notice without a day. */
export function renderDeprecationHeaders({ since, sunset, link }: ApiDeprecation): readonly string[] {
  const relations = [...(since ? ['deprecation'] : []), ...(sunset ? ['sunset'] : [])]
  return [
    ...(since ? ['Deprecation', `@${Date.parse(since) / 1000}`] : []), // RFC 9651 section 3.3.7
    ...(sunset ? ['Sunset', new Date(sunset).toUTCString()] : []),
    ...(link && relations.length > 0
      ? ['Link', relations.map((relation) => `<${new URL(link).href}>; rel="${relation}"`).join(', ')]
      : []),
  ]
}

/** The steps of an API that add the headers. */
export interface DeprecationSteps {
  /** Returns the security check of an operation, with the headers of its notice or of that of the API on each response. */
  announce(authorise: CallStep, operation: Pick<Operation, 'deprecation'>): CallStep
  /** The steps before the policies: one that adds the headers of the product, or none without a notice. */
  beforePolicies: readonly CallStep[]
}

/** Builds the steps of an API, once for all of its operations. */
export function buildDeprecationSteps(
  { deprecation }: Pick<Api, 'deprecation'>,
  catalog: Pick<Catalog, 'products'>,
): DeprecationSteps {
  const ofApi = deprecation ? renderDeprecationHeaders(deprecation) : []
  return {
    announce(authorise, { deprecation: own }) {
      const headers = own ? renderDeprecationHeaders(own) : ofApi
      if (headers.length === 0) return authorise
      return function announceDeprecation(call) {
        call.addedHeaders.list.push(...headers)
        return authorise(call)
      }
    },
    beforePolicies: ofApi.length === 0 ? announceProducts(catalog) : [],
  }
}

function announceProducts({ products }: Pick<Catalog, 'products'>): readonly CallStep[] {
  const notices = new Map<string, readonly string[]>()
  for (const { name, deprecation } of products) {
    const headers = deprecation ? renderDeprecationHeaders(deprecation) : []
    if (headers.length > 0) notices.set(name, headers)
  }
  if (notices.size === 0) return []
  return [
    function announceDeprecatedProduct({ caller, addedHeaders, route }) {
      if (route.endpoint?.operation.deprecation) return undefined
      const headers = caller.entitlement && notices.get(caller.entitlement.product.name)
      if (headers) addedHeaders.list.push(...headers)
      return undefined
    },
  ]
}
