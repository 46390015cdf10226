/** `sluice apps list`: the applications of a catalog. */
import type { Application, Credential } from '../../../config/types/index.ts'
import { type AppsVerb, printResult } from './apps-verb.ts'
import { findCatalog } from './find.ts'
import { renderLastUsed } from './last-used.ts'

export const listVerb: AppsVerb = async (call, deps) => {
  const catalog = await findCatalog(call, deps)
  const { name, applications } = catalog
  const credentials = applications.flatMap((each) => each.credentials)
  const uses = await deps.lastUsed(catalog, credentials)
  const rows = applications.map((each) =>
    describeApplication(each, (credential) => uses?.[credentials.indexOf(credential)]),
  )
  const text = rows.map(renderApplication).join('\n') || `catalog ${name} has no application yet`
  printResult(call, deps, text, rows)
  return 0
}

function describeApplication(
  { name, title, owner, state, clientType, credentials, subscriptions, location }: Application,
  findUses: (credential: Credential) => readonly (number | undefined)[] | undefined,
) {
  return {
    name,
    title,
    owner,
    state,
    clientType,
    credentials: credentials.map((credential) => {
      const uses = findUses(credential)
      return {
        clientId: credential.clientId,
        secrets: credential.secretHashes.length,
        // Newest secret first; left out where no gateway ever ran.
        lastUsed: uses?.map((at) => (at === undefined ? null : new Date(at).toISOString())),
      }
    }),
    subscriptions: subscriptions.map(({ product, plan, state }) => ({ product, plan, state })),
    file: location.file,
  }
}

function renderApplication(application: ReturnType<typeof describeApplication>): string {
  const { name, owner, state, clientType, credentials, subscriptions } = application
  const plans = subscriptions.map(({ product, plan, state }) =>
    state === 'enabled' ? `${product}/${plan}` : `${product}/${plan} (${state})`,
  )
  const clients = credentials.map(({ clientId, secrets, lastUsed }) => {
    const uses = lastUsed?.map((at) => (at === null ? undefined : Date.parse(at)))
    if (secrets > 1) return `${clientId} (2 secrets; newest ${renderLastUsed(uses, 0)}, old ${renderLastUsed(uses, 1)})`
    return secrets === 1 && uses ? `${clientId} (${renderLastUsed(uses, 0)})` : clientId
  })
  const whose = owner === undefined ? [] : [`of ${owner}`]
  return [name, ...whose, state, clientType, clients.join(', '), plans.join(', ') || 'no subscription'].join('  ')
}
