/** Lists the facts of a published API. */
import {
  type ConfigFact,
  computeDigest,
  prefixFacts,
  renderValues,
  renderYesNo,
  withoutLocations,
} from '../../document-set/config-fact.ts'
import type { Api, ApiContract, MessageContract } from '../../types/index.ts'
import { listAccessTermFacts } from '../members/access-terms.ts'
import { listAuthorizationDetailFacts } from '../members/authorization-details.ts'
import { listBodyLimitFacts } from '../members/body-limits.ts'
import { listDeprecationFacts } from '../members/deprecation.ts'
import { listQueueAccessFacts } from '../members/queue-access.ts'

export function* listApiFacts(api: Api): Iterable<ConfigFact> {
  yield ['title', api.title]
  yield ['base path', api.basePath || '/']
  yield ['enforced', renderYesNo(api.enforced)]
  yield ['state', api.offline ? 'offline' : 'online']
  yield* listDeprecationFacts(api.deprecation)
  yield* listAccessTermFacts(api.terms)
  yield ['CORS', api.cors ? 'on' : 'off']
  if (api.corsRules) yield ['CORS, rules', computeDigest(api.corsRules)]
  const origins = api.corsRules?.rules.flatMap((each) => each.origins ?? ['*'])
  if (origins?.some((each) => each !== '*')) yield ['CORS, origins', renderValues(origins)]
  if (api.wsdl !== undefined) yield ['WSDL', computeDigest(api.wsdl)]
  if (api.payloadLimit !== undefined) yield ['largest request body', `${api.payloadLimit} bytes`]
  yield* listBodyLimitFacts(api.bodyLimits)
  if (api.cacheResponse) yield ['responses', 'kept by the rules of HTTP']
  if (api.compression)
    yield ['compression', `from ${api.compression.minBytes} bytes: ${renderValues(api.compression.types)}`]
  const { success, error } = api.activityLog ?? { success: 'activity', error: 'activity' }
  yield ['activity log', `${success}, after an error ${error}`]
  for (const [key, value] of api.properties) yield [`property ${key}`, computeDigest(value)] // the value may be a password
  for (const [key, { type, settings }] of api.definitions) {
    yield [`security definition ${key}`, computeDigest([type, settings])]
  }
  for (const { method, path, id, security, deprecation, queueAccess, authorizationDetails, tool } of api.operations) {
    const alternatives = security.map(({ all }) =>
      all.map(({ definition, scopes }) => `${definition.key}${scopes.length > 0 ? ` (${renderValues(scopes)})` : ''}`),
    )
    yield [`${method} ${path}`, '']
    yield [`${method} ${path}: id`, id]
    yield* prefixFacts(`${method} ${path}`, listDeprecationFacts(deprecation))
    yield* prefixFacts(`${method} ${path}`, listQueueAccessFacts(queueAccess))
    yield* prefixFacts(`${method} ${path}`, listAuthorizationDetailFacts(authorizationDetails))
    if (tool) yield [`${method} ${path}: MCP tool`, `${tool.name}: ${tool.description}`]
    yield [`${method} ${path}: security`, alternatives.map((all) => all.join(' and ') || 'none').join(', or ')]
  }
  if (api.contract) yield ['contract', computeDigest(withoutLocations(entriesOf(api.contract)))]
  for (const list of ['execute', 'catch', 'finally'] as const) {
    yield [`assembly, ${list}`, computeDigest(withoutLocations(api.assembly[list]))]
  }
}

/** Returns the contract with its maps as lists of entries, which `JSON.stringify` can render. */
function entriesOf({ schemas, operations, named }: ApiContract): unknown {
  const bodies = (each: MessageContract | undefined) => each && [each.required, [...each.content]]
  return [
    schemas,
    [...named],
    [...operations].map(([key, { parameters, body, responses }]) => [
      key,
      parameters,
      bodies(body),
      [...responses].map(([status, each]) => [status, bodies(each)]),
    ]),
  ]
}
