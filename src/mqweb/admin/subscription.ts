/** GET /admin/qmgr/{qmgr}/subscription and /subscription/{name}: the subscriptions of a queue manager. */

import { findGateway } from '../context/gateway.ts'
import { jsonResponse, type RestContext, type RestResponse } from '../context/rest-context.ts'
import { RestError } from '../errors/rest-error.ts'
import { parseQueryParameters } from '../http/query-parameters.ts'
import { renderAttributes } from './attributes/attribute-row.ts'
import { parseAttributeSelector } from './attributes/attribute-selector.ts'
import { getAtPath } from './attributes/dotted-path.ts'
import { basicSubscriptionAttributes, subscriptionRows } from './attributes/subscription-rows.ts'
import { type AdminTarget, findAdminTarget, runWithAdminConnection } from './common/admin-connection.ts'
import { displayObjects, toDisplayedAttributes } from './common/display.ts'
import { parseFilter } from './common/filter.ts'
import { findOne } from './common/find-one.ts'
import { parseGenericName } from './common/generic-name.ts'

const missing = 'MQWB0038E'
const names = subscriptionRows.map(({ name }) => name)
const groups = names.filter((name) => !basicSubscriptionAttributes.has(name))

export async function listSubscriptions(context: RestContext): Promise<RestResponse> {
  const gateway = findGateway(context)
  const subscription = await createSubscriptionReader(context)(findAdminTarget(context))
  return jsonResponse(200, { subscription }, gateway?.headers)
}

export async function showSubscription(context: RestContext): Promise<RestResponse> {
  const { attributes } = parseQueryParameters(context, ['attributes'])
  const name = context.params.subscription as string
  const gateway = findGateway(context)
  const subscription = await readSubscriptions(context, findAdminTarget(context), { name, attributes })
  return jsonResponse(
    200,
    { subscription: findOne(name, subscription, { notFoundMessageId: missing, object: name }) },
    gateway?.headers,
  )
}

/**
 * Parses the query and returns a function that reads the matching subscriptions of a queue manager. Throws
 * `RestError` with status 400 for an invalid query.
 */
export function createSubscriptionReader(
  context: RestContext,
): (manager: AdminTarget) => Promise<Record<string, unknown>[]> {
  const { attributes, filter, id, name } = parseQueryParameters(context, ['attributes', 'filter', 'id', 'name'])
  if (id !== undefined && name !== undefined) {
    throw new RestError('MQWB0012E', ['id', ': a name selects already.'])
  }
  if (id !== undefined && !/^[0-9a-f]{48}$/i.test(id)) {
    throw new RestError('MQWB0013E', [id, 'id', 'it must be 48 hexadecimal digits'])
  }
  const request = { name: parseGenericName(name), attributes, filter, id }
  return (manager) => readSubscriptions(context, manager, request)
}

interface SubscriptionRequest {
  name: string
  attributes?: string | undefined
  filter?: string | undefined
  id?: string | undefined
}

async function readSubscriptions(context: RestContext, manager: AdminTarget, request: SubscriptionRequest) {
  const wanted = parseAttributeSelector('attributes', request.attributes, groups)
  const filter = parseFilter(request.filter, names)
  const { dialect } = context

  const purpose = { action: 'display', object: request.name, missing } as const
  return runWithAdminConnection(context, manager, purpose, async (connection) => {
    const all = (await displayObjects(connection, 'sub', request.name)).map(toDisplayedAttributes)
    const selected = request.id?.toUpperCase()
    return all
      .filter((each) => selected === undefined || String(each.get('SUBID')).toUpperCase() === selected)
      .filter((each) => {
        const compared = renderAttributes(subscriptionRows, each, '', (name) => name === filter?.attribute, dialect)
        return !filter || filter.matches(getAtPath(compared, filter.attribute))
      })
      .map((each) => ({
        name: each.get('SUB'),
        ...renderAttributes(
          subscriptionRows,
          each,
          '',
          (name) => basicSubscriptionAttributes.has(name) || wanted(name),
          dialect,
        ),
      }))
  })
}
