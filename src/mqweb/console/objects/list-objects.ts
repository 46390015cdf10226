/**
 * GET /qmgr/{qmgr}/objects/{qualifier}: the objects of a kind as rows of attribute values.
 *
 * `attributes` selects the attributes. `since` is the `revision` of an earlier response: the response then contains
 * only the rows that changed since then, and the keys of the deleted ones.
 */
import { setImmediate as yieldToEvents } from 'node:timers/promises'

import type { Clock } from '../../../lib/time/clock.ts'
import type { AttributeValue, CommandResponse, Connection } from '../../../qm/index.ts'
import { findQueueManager, runWithAdminConnection } from '../../admin/common/admin-connection.ts'
import type { RestContext, RestHandler } from '../../context/rest-context.ts'
import { RestError } from '../../errors/rest-error.ts'
import { parseQueryParameters } from '../../http/query-parameters.ts'
import { type DisplayKind, displayKinds } from './display-kinds.ts'
import { type DisplayQuery, displayAll, listAuthorities } from './display-rows.ts'
import type { SnapshotRow } from './object-snapshot.ts'
import { ObjectSnapshots, type SnapshotLease } from './object-snapshots.ts'

/** The attribute that lists the caller's authorities. Rows of administrators, who have all, do not contain it. */
const authoritiesAttribute = 'authorities'
const maxAttributes = 100
const attributeShape = /^[a-z0-9]{1,16}$/

/** What one response contains. The rows are complete, so that they can be rendered after the connection closed. */
interface ObjectList {
  query: DisplayQuery
  objects: readonly CommandResponse[]
  /** For a user without every authority: the authorities on each object, in the order of the objects. */
  authorities: readonly string[] | undefined
  /** The index of the first object of which the user may see only the name and the type. */
  firstNameOnly: number
  mayCreate: boolean
}

export function createObjectListHandler(clock: Clock): RestHandler {
  const snapshots = new ObjectSnapshots(clock)

  return async function listObjects(context) {
    const { since, ...query } = parseRequest(context)
    const list = await loadList(context, query)
    const { principal, params } = context
    const viewer = principal.privileged ? '' : JSON.stringify([principal.name, principal.groups])
    const key = [params.qmgr, query.qualifier, query.attributes.join(), viewer].join(' ')
    const lease = snapshots.find(key, since, list.objects.length)
    return {
      status: 200,
      headers: { 'Content-Type': 'application/json; charset=utf-8' },
      body: renderList(list, lease),
    }
  }
}

function parseRequest(context: RestContext): DisplayQuery & { since: string | undefined } {
  const qualifier = context.params.qualifier as string
  const kind = Object.hasOwn(displayKinds, qualifier) ? displayKinds[qualifier] : undefined
  if (!kind) throw new RestError('MQWB0010E', [context.path])
  const { attributes = '', since } = parseQueryParameters(context, ['attributes', 'since'])
  const names = [...new Set(attributes.split(',').filter((each) => each !== '' && each !== kind.key))]
  const wrong = names.find((each) => !attributeShape.test(each))
  if (wrong !== undefined || names.length > maxAttributes)
    throw new RestError('MQWB0013E', [
      wrong ?? attributes,
      'attributes',
      'it must list MQSC attributes in lower case',
    ])
  return { qualifier, kind, attributes: names, since }
}

async function loadList(context: RestContext, query: DisplayQuery): Promise<ObjectList> {
  const { principal, services } = context
  const manager = findQueueManager(context)
  const purpose = { action: 'display', object: query.qualifier }
  return runWithAdminConnection(context, manager, purpose, async (caller) => {
    const known = await displayAll(caller, query)
    const whole = { query, objects: known, firstNameOnly: known.length }
    if (principal.privileged) return { ...whole, authorities: undefined, mayCreate: true }

    const server = { ...purpose, principal: services.serverPrincipal }
    const all = query.kind.useAuthorities
      ? await runWithAdminConnection(context, manager, server, (connection) =>
          displayAll(connection, { ...query, attributes: ['type'] }),
        )
      : []
    return { ...whole, ...(await checkAuthorities(caller, query, known, all)) }
  })
}

/** The number of objects whose authorities are checked before other requests get their turn. */
const checksPerTurn = 200

/**
 * Finds the authorities on the objects that the user may display, and adds those that the user may use but not
 * display.
 */
async function checkAuthorities(
  caller: Connection,
  { kind }: DisplayQuery,
  known: readonly CommandResponse[],
  all: readonly CommandResponse[],
): Promise<Pick<ObjectList, 'objects' | 'authorities' | 'mayCreate'>> {
  const { authority, useAuthorities = [] } = kind
  const objects = [...known]
  const authorities: string[] = []
  const names = new Set<string>()
  let checks = 0
  for (const response of known) {
    const name = readName(response, kind)
    names.add(name)
    authorities.push(listAuthorities(caller, kind, name))
    if (++checks % checksPerTurn === 0) await yieldToEvents()
  }
  for (const response of all) {
    const name = readName(response, kind)
    const isUsable = authority && useAuthorities.some((each) => caller.holdsAuthority(authority, name, each))
    if (isUsable && !names.has(name)) {
      objects.push(response)
      authorities.push(listAuthorities(caller, kind, name))
    }
    if (++checks % checksPerTurn === 0) await yieldToEvents()
  }
  const mayCreate = authority === undefined || caller.holdsAuthority(authority, '', 'CRT')
  return { objects, authorities, mayCreate }
}

function readName({ attributes = [] }: CommandResponse, { key }: DisplayKind): string {
  const keyword = key.toUpperCase()
  return String(attributes.find(([each]) => each === keyword)?.[1] ?? '')
}

/** Renders the response while it is sent. */
function* renderList(list: ObjectList, { snapshot, epoch, since }: SnapshotLease): Generator<string> {
  const { query, authorities, mayCreate } = list
  const attributes = [query.kind.key, ...query.attributes, ...(authorities ? [authoritiesAttribute] : [])]
  yield `{"complete":${since < 0},"mayCreate":${mayCreate},"attributes":${JSON.stringify(attributes)},"rows":[`
  const pass = snapshot.compare(renderRows(list), since)
  let separator = ''
  let step = pass.next()
  try {
    for (; !step.done; step = pass.next()) {
      yield step.value === '' ? '' : separator + step.value
      if (step.value !== '') separator = ','
    }
  } finally {
    pass.return({ deleted: [], last: 0 }) // the client may have closed the connection
  }
  const { deleted, last } = step.value
  yield `],"deleted":[${deleted.join(',')}],"revision":"${epoch}.${last}"}`
}

/**
 * Renders each row as `["NAME",value,…]`. When several rows have one name, such as the instances of a channel, the
 * later ones end with their occurrence: 2, 3. A key is the JSON text of the name, with the occurrence.
 */
function* renderRows({ query, objects, authorities, firstNameOnly }: ObjectList): Generator<SnapshotRow> {
  const keywords = [query.kind.key, ...query.attributes].map((attribute) => attribute.toUpperCase())
  const occurrences = new Map<string, number>()
  for (const [index, { attributes }] of objects.entries()) {
    if (!attributes) continue
    const texts = keywords.map((keyword) => {
      const isShown = index < firstNameOnly || keyword === 'TYPE' || keyword === keywords[0]
      return isShown ? renderValue(attributes.find(([each]) => each === keyword)?.[1]) : 'null'
    })
    if (authorities) texts.push(`"${authorities[index]}"`)
    const name = texts[0] as string
    const occurrence = (occurrences.get(name) ?? 0) + 1
    occurrences.set(name, occurrence)
    if (occurrence > 1) texts.push(String(occurrence))
    yield { key: occurrence === 1 ? name : `[${name},${occurrence}]`, json: `[${texts.join()}]` }
  }
}

/** Matches text without characters that JSON escapes. */
const plain = /^[ !#-[\]-~]*$/

function renderValue(value: AttributeValue | undefined): string {
  if (value === undefined) return 'null'
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && plain.test(value) ? `"${value}"` : JSON.stringify(value)
}
