/** Lists the facts of a published API. */
import type { Api, ApiContract, MessageContract } from '../types/index.ts'
import { type ConfigFact, renderValues, renderYesNo } from './config-fact.ts'
import { computeDigest } from './digest.ts'

export function* listApiFacts(api: Api): Iterable<ConfigFact> {
  const name = `API ${api.reference}`
  yield [name, '']
  yield [`${name}: title`, api.title]
  yield [`${name}: base path`, api.basePath || '/']
  yield [`${name}: enforced`, renderYesNo(api.enforced)]
  yield [`${name}: state`, api.offline ? 'offline' : 'online']
  yield [`${name}: CORS`, api.cors ? 'on' : 'off']
  for (const [key, value] of api.properties) yield [`${name}: property ${key}`, computeDigest(value)] // the value may be a password
  for (const [key, { type, settings }] of api.definitions) {
    yield [`${name}: security definition ${key}`, computeDigest([type, settings])]
  }
  for (const { method, path, id, security } of api.operations) {
    const alternatives = security.map(({ all }) =>
      all.map(
        ({ definition, scopes }) =>
          `${definition.key}${scopes.length > 0 ? ` (${renderValues(scopes)})` : ''}`,
      ),
    )
    yield [`${name}: ${method} ${path}`, '']
    yield [`${name}: ${method} ${path}: id`, id]
    yield [
      `${name}: ${method} ${path}: security`,
      alternatives.map((all) => all.join(' and ') || 'none').join(', or '),
    ]
  }
  if (api.contract) yield [`${name}: contract`, computeDigest(withoutPlaces(entriesOf(api.contract)))]
  for (const list of ['execute', 'catch', 'finally'] as const) {
    yield [`${name}: assembly, ${list}`, computeDigest(withoutPlaces(api.assembly[list]))]
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

/** Returns the value without source locations, because the lines of a step change with every edit above it. */
function withoutPlaces(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (key, each) => (key === 'place' ? undefined : each)))
}
