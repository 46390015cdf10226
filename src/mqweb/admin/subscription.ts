/** GET /admin/qmgr/{qmgr}/subscription and /subscription/{name}: the subscriptions of a queue manager. */
import type { QueueManager } from '../../qm/index.ts'
import { type Answer, type Call, json } from '../call/call.ts'
import { RestError } from '../errors/rest-error.ts'
import { readQuery } from '../http/query.ts'
import { valueAt } from './attributes/dotted-path.ts'
import { renderRows } from './attributes/row.ts'
import { readWanted } from './attributes/select.ts'
import { subscriptionBasics, subscriptionRows } from './attributes/subscription.ts'
import { display, displayedOf } from './display.ts'
import { readFilter } from './filter.ts'
import { exactly } from './find-one.ts'
import { gatewayOf } from './gateway.ts'
import { readGenericName } from './generic-name.ts'
import { administer, managerOf } from './manager.ts'

const missing = 'MQWB0038E'
const names = subscriptionRows.map(({ name }) => name)
const groups = names.filter((name) => !subscriptionBasics.has(name))

export async function list(call: Call): Promise<Answer> {
  const gateway = gatewayOf(call)
  const subscription = await readSubscriptions(call)(managerOf(call))
  return json(200, { subscription }, gateway?.headers)
}

export async function show(call: Call): Promise<Answer> {
  const { attributes } = readQuery(call, ['attributes'])
  const name = call.params.subscription as string
  const gateway = gatewayOf(call)
  const subscription = await subscriptionsOf(call, managerOf(call), { name, attributes })
  return json(200, { subscription: exactly(name, subscription, { missing, object: name }) }, gateway?.headers)
}

/** What the query asks for, of any queue manager. */
export function readSubscriptions(call: Call): (manager: QueueManager) => Promise<Record<string, unknown>[]> {
  const { attributes, filter, id, name } = readQuery(call, ['attributes', 'filter', 'id', 'name'])
  if (id !== undefined && name !== undefined) {
    throw new RestError('MQWB0012E', ['id', ': a name selects already.'])
  }
  if (id !== undefined && !/^[0-9a-f]{48}$/i.test(id)) {
    throw new RestError('MQWB0013E', [id, 'id', 'it must be 48 hexadecimal digits'])
  }
  const request = { name: readGenericName(name), attributes, filter, id }
  return (manager) => subscriptionsOf(call, manager, request)
}

interface SubscriptionRequest {
  name: string
  attributes?: string | undefined
  filter?: string | undefined
  id?: string | undefined
}

async function subscriptionsOf(call: Call, manager: QueueManager, request: SubscriptionRequest) {
  const wanted = readWanted('attributes', request.attributes, groups)
  const filter = readFilter(request.filter, names)
  const { dialect } = call

  const purpose = { action: 'display', object: request.name, missing } as const
  return administer(call, manager, purpose, async (connection) => {
    const all = (await display(connection, 'sub', request.name)).map(displayedOf)
    const selected = request.id?.toUpperCase()
    return all
      .filter((each) => selected === undefined || String(each.get('SUBID')).toUpperCase() === selected)
      .filter((each) => {
        const compared = renderRows(subscriptionRows, each, '', (name) => name === filter?.attribute, dialect)
        return !filter || filter.keeps(valueAt(compared, filter.attribute))
      })
      .map((each) => ({
        name: each.get('SUB'),
        ...renderRows(
          subscriptionRows,
          each,
          '',
          (name) => subscriptionBasics.has(name) || wanted(name),
          dialect,
        ),
      }))
  })
}
