/** Renders the reference of REST resources in Markdown: what each takes, and who may call it. */

import { gatewayParts } from '../src/gateway/parts.ts'
import { mqParts } from '../src/mq/parts.ts'
import type { RestRoute } from '../src/mq/web/context/rest-context.ts'
import { loadResources } from '../src/mq/web/context/web-part.ts'
import { loadConsoleOperations, loadRestOperations } from '../src/mq/web/openapi/rest-document.ts'
import { restRoutes } from '../src/mq/web/routes.ts'
import type { Resource } from '../src/shared/rest/resource.ts'

type Row = readonly string[]

const portalResources = Object.assign({}, ...(await Promise.all(gatewayParts.map((each) => each.restResources?.()))))
const ofParts = await loadResources(mqParts)
const consoleOperations = await loadConsoleOperations(ofParts)
const restOperations = await loadRestOperations(ofParts)

/** The tables by their names: titles, and the rows. */
export const restTables: Readonly<Record<string, () => readonly [titles: Row, rows: readonly Row[]]>> = {
  'resources of the portal': () => [['resource', 'what it does', 'takes'], listRows(portalResources)],
  'resources of the console': () => [['resource', 'what it does', 'takes'], listRows(consoleOperations)],
  'resources of the MQ REST API': () => [
    ['resource', 'what it does', 'takes', 'versions', 'roles'],
    [...restRoutes, ...ofParts.flatMap((each) => each.routes)].map((route) => [
      ...describe(`${route[0]} ${route[1]}`, restOperations),
      ...describeAccess(route),
    ]),
  ],
}

function listRows(resources: Readonly<Record<string, Resource>>): Row[] {
  return Object.keys(resources).map((key) => describe(key, resources))
}

function describe(key: string, resources: Readonly<Record<string, Resource>>): Row {
  const { summary, parameters = [], body } = resources[key] as Resource
  const query = parameters.filter((each) => each.in === 'query').map(({ name }) => `\`?${name}\``)
  return [`\`${key.replaceAll(/[:*](\w+)/g, '{$1}')}\``, summary, [...query, ...listMembers(body)].join(' ')]
}

/** Returns the members of a body, those that may be absent with a question mark. */
function listMembers(body: Resource['body']): string[] {
  const { properties = {}, required = [] } = (body ?? {}) as { properties?: object; required?: readonly string[] }
  return Object.entries(properties).map(([name, { default: value }]) =>
    required.includes(name) && value === undefined ? `\`${name}\`` : `\`${name}\`?`,
  )
}

function describeAccess([, , versions, access]: RestRoute): Row {
  const all = versions.length === 3 ? 'all' : versions.map((each) => `v${each}`).join(', ')
  return [all, typeof access === 'string' ? { open: 'everyone', signedIn: 'every user' }[access] : access.join(', ')]
}
