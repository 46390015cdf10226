/** GET /admin/qmgr/{qmgr}/subscription and /subscription/{name}: the subscriptions of a queue manager. */
import { findGateway } from '../context/gateway.ts'
import { jsonResponse, type RestContext, type RestResponse } from '../context/rest-context.ts'
import { RestError } from '../errors/rest-error.ts'
import { parseQueryParameters } from '../http/query-parameters.ts'
import {
  type AttributeRow,
  computedRow,
  getAtPath,
  readOnlyRow,
  renderAttributes,
  timestampRow,
} from './attributes/attribute-row.ts'
import { parseAttributeSelector } from './attributes/attribute-selector.ts'
import { integerCodec, textCodec, wordCodec, yesNoCodec } from './attributes/codec.ts'
import { type AdminTarget, findAdminTarget, runWithAdminConnection } from './common/admin-connection.ts'
import { displayObjects, findOne, toDisplayedAttributes } from './common/display.ts'
import { parseFilter, parseGenericName } from './common/filter.ts'

/** Renders an MQSC value that is an integer or one of these words. */
const numberOrWord = wordCodec({ UNLIMITED: 'unlimited', ASPUB: 'asPublished', ASQDEF: 'asQueueDefault' })
const expiry = {
  render: (value: Parameters<typeof integerCodec.render>[0]) =>
    typeof value === 'number' ? value : numberOrWord.render(value),
}

export const subscriptionRows: readonly AttributeRow[] = [
  readOnlyRow('id', 'SUBID', textCodec),
  readOnlyRow('resolvedTopicString', 'TOPICSTR', textCodec),

  readOnlyRow('topic.name', 'TOPICOBJ', textCodec),
  readOnlyRow('topic.definedString', 'TOPICSTR', textCodec),

  readOnlyRow('selector.value', 'SELECTOR', textCodec),
  readOnlyRow('selector.type', 'SELTYPE', wordCodec({ NONE: 'none', STANDARD: 'standard', EXTENDED: 'extended' })),

  computedRow('destination.isManaged', (displayed) => displayed.get('DESTCLAS') === 'MANAGED'),
  readOnlyRow('destination.qmgrName', 'DESTQMGR', textCodec),
  readOnlyRow('destination.name', 'DEST', textCodec),
  readOnlyRow('destination.correlationId', 'DESTCORL', textCodec),

  readOnlyRow('user.name', 'SUBUSER', textCodec),
  readOnlyRow('user.accountingToken', 'PUBACCT', textCodec),
  readOnlyRow('user.applicationIdentifier', 'PUBAPPID', textCodec),
  readOnlyRow('user.data', 'USERDATA', textCodec),

  readOnlyRow('general.isDurable', 'DURABLE', yesNoCodec),
  readOnlyRow('general.expiry', 'EXPIRY', expiry),
  readOnlyRow('general.level', 'SUBLEVEL', integerCodec),
  computedRow('general.isVariableUser', (displayed) => displayed.get('VARUSER') === 'ANY'),
  computedRow('general.usesCharacterWildcard', (displayed) => displayed.get('WSCHEMA') === 'CHAR'),
  readOnlyRow('general.type', 'SUBTYPE', wordCodec({ ADMIN: 'administrative', API: 'api', PROXY: 'proxy' })),

  readOnlyRow('extended.deliverOnRequest', 'REQONLY', yesNoCodec),
  readOnlyRow('extended.messagePriority', 'PUBPRTY', expiry),
  readOnlyRow(
    'extended.messagePropertyControl',
    'PSPROP',
    wordCodec({ MSGPROP: 'messageProperties', COMPAT: 'compatible', NONE: 'none', RFH2: 'rfh2' }),
  ),

  timestampRow('timestamps.created', 'CRDATE', 'CRTIME'),
  timestampRow('timestamps.altered', 'ALTDATE', 'ALTTIME'),
]

/** The attributes that every response contains, whatever the request selects. */
const basicSubscriptionAttributes: ReadonlySet<string> = new Set(['id', 'resolvedTopicString'])

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
