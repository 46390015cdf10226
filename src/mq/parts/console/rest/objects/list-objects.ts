/**
 * GET /qmgr/{qmgr}/objects/{qualifier}: the objects of a kind as rows of attribute values.
 *
 * `attributes` selects the attributes. `since` is the `revision` of an earlier response: the response then contains
 * only the rows that changed since then, and the keys of the deleted ones. While nothing changed, no row is read.
 * `first` requests only so many rows of a longer list, with the number of all, so that a page can show them at once.
 */
import { setImmediate as yieldToEvents } from 'node:timers/promises'
import type { CommandResponse, Connection } from '../../../../manager/index.ts'
import { findQueueManager, runWithAdminConnection } from '../../../../web/admin/common/admin-connection.ts'
import type { RestContext, RestResponse } from '../../../../web/context/rest-context.ts'
import { RestError } from '../../../../web/errors/rest-error.ts'
import { parseIntegerParameter, parseQueryParameters } from '../../../../web/http/request-input.ts'
import { findConsole } from '../../state/console-service.ts'
import { type DisplayKind, type DisplayQuery, displayAll, displayKinds, listAuthorities } from './display-rows.ts'
import { type ObjectList, renderFirst, renderList, renderUnchanged } from './render-list.ts'

const maxAttributes = 100
const maxFirst = 1000
const attributeShape = /^[a-z0-9]{1,16}$/

export async function listObjects(context: RestContext): Promise<RestResponse> {
  const { snapshots } = findConsole(context)
  const { since, first, ...query } = parseRequest(context)
  const { principal, params } = context
  const viewer = principal.privileged ? '' : JSON.stringify([principal.name, principal.groups])
  const key = [params.qmgr, query.qualifier, query.attributes.join(), viewer].join(' ')
  const purpose = { action: 'display', object: query.qualifier }
  return runWithAdminConnection(context, findQueueManager(context), purpose, async (caller) => {
    const displayRevision = caller.displayRevision(query.qualifier)
    const unchanged = displayRevision === undefined ? undefined : snapshots.findUnchanged(key, since, displayRevision)
    if (unchanged && since) return respondWith(renderUnchanged(query, principal, unchanged.mayCreate, since))

    const list = await loadList(context, query, caller)
    if (first !== undefined && first < list.objects.length) return respondWith(renderFirst(list, first))
    return respondWith(renderList({ ...list, displayRevision }, snapshots.find(key, since, list.objects.length)))
  })
}

function respondWith(body: NonNullable<RestResponse['body']>): RestResponse {
  return { status: 200, headers: { 'Content-Type': 'application/json; charset=utf-8' }, body }
}

type ListRequest = DisplayQuery & { since: string | undefined; first: number | undefined }

function parseRequest(context: RestContext): ListRequest {
  const qualifier = context.params.qualifier as string
  const kind = Object.hasOwn(displayKinds, qualifier) ? displayKinds[qualifier] : undefined
  if (!kind) throw new RestError('MQWB0010E', [context.path])
  const parameters = parseQueryParameters(context, ['attributes', 'since', 'first'])
  const { attributes = '', since } = parameters
  const first = parseIntegerParameter('first', parameters.first, { min: 1, max: maxFirst })
  const names = [...new Set(attributes.split(',').filter((each) => each !== '' && each !== kind.key))]
  const wrong = names.find((each) => !attributeShape.test(each))
  if (wrong !== undefined || names.length > maxAttributes)
    throw new RestError('MQWB0013E', [wrong ?? attributes, 'attributes', 'it must list MQSC attributes in lower case'])
  return { qualifier, kind, attributes: names, since, first }
}

async function loadList(
  context: RestContext,
  query: DisplayQuery,
  caller: Connection,
): Promise<Omit<ObjectList, 'displayRevision'>> {
  const { principal, services } = context
  const known = await displayAll(caller, query)
  const whole = { query, objects: known, firstNameOnly: known.length }
  if (principal.privileged) return { ...whole, authorities: undefined, mayCreate: true }

  const server = { action: 'display', object: query.qualifier, principal: services.serverPrincipal }
  const all = query.kind.useAuthorities
    ? await runWithAdminConnection(context, findQueueManager(context), server, (connection) =>
        displayAll(connection, { ...query, attributes: ['type'] }),
      )
    : []
  return { ...whole, ...(await checkAuthorities(caller, query, known, all)) }
}

/** The number of objects whose authorities are checked before other requests get their turn. */
const checksPerTurn = 200

/** Finds the authorities on objects that the user may display, and adds those that the user may only use. */
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
