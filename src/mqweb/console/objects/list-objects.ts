/**
 * GET /qmgr/{qmgr}/objects/{qualifier}: the objects of a kind as rows of attribute values.
 *
 * `attributes` selects the attributes. `since` is the `revision` of an earlier response: the response then contains
 * only the rows that changed since then, and the keys of the deleted ones.
 */
import { setImmediate as yieldToEvents } from 'node:timers/promises'

import type { Clock } from '../../../lib/time/clock.ts'
import type { AttributeValue, Connection } from '../../../qm/index.ts'
import { findQueueManager, runWithAdminConnection } from '../../admin/common/admin-connection.ts'
import type { RestContext, RestHandler } from '../../context/rest-context.ts'
import { RestError } from '../../errors/rest-error.ts'
import { parseQueryParameters } from '../../http/query-parameters.ts'
import { displayKinds } from './display-kinds.ts'
import {
  type DisplayedObject,
  type DisplayQuery,
  displayAll,
  findUsable,
  listAuthorities,
} from './display-rows.ts'
import type { SnapshotRow } from './object-snapshot.ts'
import { ObjectSnapshots, type SnapshotLease } from './object-snapshots.ts'

/** The attribute that lists the caller's authorities. Rows of administrators, who have all, do not contain it. */
const authoritiesAttribute = 'authorities'
const maxAttributes = 100
const attributeShape = /^[a-z0-9]{1,16}$/

/** What one response contains. The rows are complete, so that they can be rendered after the connection closed. */
interface ObjectList {
  query: DisplayQuery
  objects: readonly DisplayedObject[]
  /** The caller's authorities on each object; undefined for a caller with every authority. */
  authorities: readonly string[] | undefined
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
    if (principal.privileged) return { query, objects: known, authorities: undefined, mayCreate: true }

    const { kind } = query
    const server = { ...purpose, principal: services.serverPrincipal }
    const usable = kind.useAuthorities
      ? await runWithAdminConnection(context, manager, server, async (all) =>
          findUsable(caller, query, await displayAll(all, { ...query, attributes: ['type'] }), known),
        )
      : []
    const objects = [...known, ...usable]
    return {
      ...{ query, objects, authorities: await checkAuthorities(caller, query, objects) },
      mayCreate: kind.authority === undefined || caller.holdsAuthority(kind.authority, '', 'CRT'),
    }
  })
}

/** The number of objects whose authorities are checked before other requests get their turn. */
const checksPerTurn = 500

async function checkAuthorities(
  caller: Connection,
  { kind }: DisplayQuery,
  objects: readonly DisplayedObject[],
): Promise<string[]> {
  const authorities: string[] = []
  for (const { name } of objects) {
    authorities.push(listAuthorities(caller, kind, name))
    if (authorities.length % checksPerTurn === 0) await yieldToEvents()
  }
  return authorities
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
function* renderRows({ query, objects, authorities }: ObjectList): Generator<SnapshotRow> {
  const keywords = query.attributes.map((attribute) => attribute.toUpperCase())
  const occurrences = new Map<string, number>()
  for (const [index, { name, response, isNameOnly }] of objects.entries()) {
    const occurrence = (occurrences.get(name) ?? 0) + 1
    occurrences.set(name, occurrence)
    const values = new Map<string, AttributeValue>(response.attributes ?? [])
    let json = JSON.stringify(name)
    for (const keyword of keywords) {
      const isShown = !isNameOnly || keyword === 'TYPE'
      json += `,${isShown ? renderValue(values.get(keyword)) : 'null'}`
    }
    if (authorities) json += `,"${authorities[index]}"`
    const nameKey = JSON.stringify(name)
    yield occurrence === 1
      ? { key: nameKey, json: `[${json}]` }
      : { key: `[${nameKey},${occurrence}]`, json: `[${json},${occurrence}]` }
  }
}

/** Matches text without characters that JSON escapes. */
const plain = /^[ !#-[\]-~]*$/

function renderValue(value: AttributeValue | undefined): string {
  if (value === undefined) return 'null'
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && plain.test(value) ? `"${value}"` : JSON.stringify(value)
}
