/** `sluice apps list`: the applications of a catalog. */
import type { Application } from '../../config/types.ts'
import { findCatalog } from './find.ts'
import { tell, type Verb } from './tools.ts'

export const list: Verb = {
  usage: '',
  words: 0,
  options: [],

  async run(call, tools) {
    const { name, applications } = await findCatalog(call, tools)
    const rows = applications.map(factsOf)
    const text = rows.map(lineOf).join('\n') || `catalog ${name} has no application yet`
    tell(call, tools, text, rows)
    return 0
  },
}

function factsOf({ name, title, owner, state, clientType, credentials, subscriptions, place }: Application) {
  return {
    name,
    title,
    ...(owner !== undefined && { owner }),
    state,
    clientType,
    credentials: credentials.map(({ clientId, secretHashes }) => ({
      clientId,
      secrets: secretHashes.length,
    })),
    subscriptions: subscriptions.map(({ product, plan, state }) => ({ product, plan, state })),
    file: place.file,
  }
}

function lineOf({
  name,
  owner,
  state,
  clientType,
  credentials,
  subscriptions,
}: ReturnType<typeof factsOf>): string {
  const plans = subscriptions.map(({ product, plan, state }) => {
    return state === 'enabled' ? `${product}/${plan}` : `${product}/${plan} (${state})`
  })
  const clients = credentials.map(({ clientId, secrets }) =>
    secrets > 1 ? `${clientId} (${secrets} secrets)` : clientId,
  )
  const whose = owner === undefined ? [] : [`of ${owner}`]
  return [name, ...whose, state, clientType, clients.join(', '), plans.join(', ') || 'no subscription'].join(
    '  ',
  )
}
