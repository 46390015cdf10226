/** POST, PATCH and DELETE of queues. */
import { didYouMean } from '../../../shared/lib/output/suggest.ts'
import { emptyResponse, findGateway, type RestContext, type RestResponse } from '../context/rest-context.ts'
import { createNotFoundError } from '../errors/mq-errors.ts'
import { RestError } from '../errors/rest-error.ts'
import { parseFlagParameter, parseQueryParameters, readJsonObjectBody } from '../http/request-input.ts'
import type { AttributeRow } from './attributes/attribute-row.ts'
import { queueRows, queueTypeNames } from './attributes/queue-rows.ts'
import { findAdminTarget, runWithAdminConnection } from './common/admin-connection.ts'
import { displayObjects, requireCommandSuccess, toDisplayedAttributes } from './common/display.ts'

const qualifiers: Readonly<Record<string, string>> = {
  local: 'qlocal',
  alias: 'qalias',
  remote: 'qremote',
  model: 'qmodel',
}

/** POST: defines a queue. It replaces a queue of the same name and type, unless the query contains `noReplace`. */
export async function createQueue(context: RestContext): Promise<RestResponse> {
  const query = parseQueryParameters(context, ['like', 'noReplace'])
  const keep = parseFlagParameter('noReplace', query.noReplace)
  const gateway = findGateway(context)
  const manager = findAdminTarget(context)

  const body = await readJsonObjectBody(context.request)
  const { name } = body
  if (typeof name !== 'string' || name === '') throw new RestError('MQWB0016E', ['name', 'it must be a string'])
  const type = readType(body.type)
  const parameters: Record<string, string | number | undefined> = {
    ...parseObjectDefinition(body, queueRows, type, ['name', 'type']),
    like: query.like,
    [keep ? 'noreplace' : 'replace']: 'yes',
  }
  if (type === 'remote' && query.like === undefined && !parameters.rqmname)
    throw new RestError('MQWB0016E', ['remote.qmgrName', 'a remote queue needs it'])

  const command = { command: 'define', qualifier: qualifiers[type] as string, name, parameters }
  await runWithAdminConnection(context, manager, { action: 'create', object: name }, async (connection) =>
    requireCommandSuccess(await connection.commandJson(command)),
  )
  return emptyResponse(201, {
    Location: `${context.path.replace(/\/$/, '')}/${encodeURIComponent(name)}`,
    ...gateway?.headers,
  })
}

/** PATCH: alters a queue. With `force` it alters the queue also while applications have it open. */
export async function alterQueue(context: RestContext): Promise<RestResponse> {
  const name = context.params.queue as string
  const { force } = parseQueryParameters(context, ['force'])
  const forced = parseFlagParameter('force', force) ? { force: 'yes' } : {}
  const gateway = findGateway(context)
  const manager = findAdminTarget(context)

  const body = await readJsonObjectBody(context.request)
  if (body.name !== undefined && body.name !== name)
    throw new RestError('MQWB0015E', [JSON.stringify(body.name), 'name', 'the name of a queue cannot be changed'])
  const type = readType(body.type)
  const parameters = { ...parseObjectDefinition(body, queueRows, type, ['name', 'type']), ...forced }

  const command = { command: 'alter', qualifier: qualifiers[type] as string, name, parameters }
  await runWithAdminConnection(context, manager, { action: 'alter', object: name }, async (connection) =>
    requireCommandSuccess(await connection.commandJson(command)),
  )
  return emptyResponse(204, gateway?.headers)
}

/** DELETE: deletes a queue; with `purge` also its messages, with `keepAuthorityRecords` not its authority records. */
export async function deleteQueue(context: RestContext): Promise<RestResponse> {
  const name = context.params.queue as string
  const query = parseQueryParameters(context, ['purge', 'keepAuthorityRecords'])
  const parameters = {
    purge: parseFlagParameter('purge', query.purge) ? 'yes' : undefined,
    authrec: parseFlagParameter('keepAuthorityRecords', query.keepAuthorityRecords) ? 'no' : 'yes',
  }
  const gateway = findGateway(context)

  const attempted = { action: 'delete', object: name } as const
  await runWithAdminConnection(context, findAdminTarget(context), attempted, async (connection) => {
    const [found] = await displayObjects(connection, 'queue', name)
    const type = found && queueTypeNames[toDisplayedAttributes(found).get('TYPE') as keyof typeof queueTypeNames]
    const qualifier = type && qualifiers[type]
    if (!qualifier) throw createNotFoundError({ object: name })

    // PURGE is valid for local queues only.
    const { purge: _, ...others } = parameters as Record<string, string>
    const given = type === 'local' ? parameters : others
    requireCommandSuccess(await connection.commandJson({ command: 'delete', qualifier, name, parameters: given }))
  })
  return emptyResponse(204, gateway?.headers)
}

function readType(type: unknown = 'local'): string {
  if (typeof type === 'string' && Object.hasOwn(qualifiers, type)) return type
  const allowed = `it must be one of ${Object.keys(qualifiers).join(', ')}`
  throw new RestError('MQWB0015E', [JSON.stringify(type), 'type', allowed])
}

type Parameters = Record<string, string | number | undefined>

/** Returns a body's command parameters, except `fixed`. Throws `RestError` 400: unknown, read-only or wrong type. */
function parseObjectDefinition(
  body: Readonly<Record<string, unknown>>,
  rows: readonly AttributeRow[],
  type: string,
  fixed: readonly string[],
): Parameters {
  const settable = rows.filter(({ set, types }) => set && (types === undefined || types.includes(type)))
  const names = settable.map(({ name }) => name)
  const parameters: Parameters = {}

  for (const [name, value] of leaves(body, fixed)) {
    const set = settable.find((each) => each.name === name)?.set
    if (!set) throw new RestError('MQWB0014E', [name, ` for the type '${type}'${didYouMean(name, names) || '.'}`])

    const read = set.codec.parse(value)
    if (read === undefined)
      throw new RestError('MQWB0015E', [JSON.stringify(value), name, `it must be ${set.codec.expected}`])
    join(parameters, set.keyword.toLowerCase(), read, name)
  }
  return parameters
}

/** Adds a parameter. Two booleans can share a keyword: the true one sets the value, two true ones are an error. */
function join(parameters: Parameters, keyword: string, value: string | number, name: string): void {
  const before = parameters[keyword]
  if (before !== undefined && before !== 'NONE' && value !== 'NONE')
    throw new RestError('MQWB0015E', ['true', name, 'another attribute excludes it'])
  if (before === undefined || before === 'NONE') parameters[keyword] = value
}

/** Yields every value in nested objects with its dotted name. */
function* leaves(
  value: Readonly<Record<string, unknown>>,
  skipped: readonly string[],
  prefix = '',
): Generator<[name: string, value: unknown]> {
  for (const [key, inner] of Object.entries(value)) {
    const name = prefix + key
    if (skipped.includes(name)) continue
    if (typeof inner === 'object' && inner !== null && !Array.isArray(inner)) {
      yield* leaves(inner as Record<string, unknown>, skipped, `${name}.`)
    } else yield [name, inner]
  }
}
