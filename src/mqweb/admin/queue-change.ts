/** POST, PATCH and DELETE of queues. */
import { type Answer, type Call, empty } from '../call/call.ts'
import { notFound } from '../errors/mq.ts'
import { RestError } from '../errors/rest-error.ts'
import { readJsonObject } from '../http/json-body.ts'
import { readFlag, readQuery } from '../http/query.ts'
import { queueRows, queueTypes } from './attributes/queue.ts'
import { readDefinition } from './definition.ts'
import { display, displayedOf, requireDone } from './display.ts'
import { gatewayOf } from './gateway.ts'
import { administer, managerOf } from './manager.ts'

const qualifiers: Readonly<Record<string, string>> = {
  local: 'qlocal',
  alias: 'qalias',
  remote: 'qremote',
  model: 'qmodel',
}

/** POST: defines a queue. One of the same name and type is replaced, unless `noReplace` is given. */
export async function create(call: Call): Promise<Answer> {
  const query = readQuery(call, ['like', 'noReplace'])
  const keep = readFlag('noReplace', query.noReplace)
  const gateway = gatewayOf(call)
  const manager = managerOf(call)

  const body = await readJsonObject(call.request)
  const { name } = body
  if (typeof name !== 'string' || name === '')
    throw new RestError('MQWB0016E', ['name', 'it must be a string'])
  const type = readType(body.type)
  const parameters: Record<string, string | number> = {
    ...readDefinition(body, queueRows, type, ['name', 'type']),
    ...(query.like === undefined ? {} : { like: query.like }),
    [keep ? 'noreplace' : 'replace']: 'yes',
  }
  if (type === 'remote' && query.like === undefined && !parameters.rqmname) {
    throw new RestError('MQWB0016E', ['remote.qmgrName', 'a remote queue needs it'])
  }

  const command = { command: 'define', qualifier: qualifiers[type] as string, name, parameters }
  await administer(call, manager, { action: 'create', object: name }, async (connection) =>
    requireDone(await connection.commandJson(command)),
  )
  return empty(201, {
    Location: `${call.path.replace(/\/$/, '')}/${encodeURIComponent(name)}`,
    ...gateway?.headers,
  })
}

/** PATCH: alters a queue; `force` also while it is open. */
export async function alter(call: Call): Promise<Answer> {
  const name = call.params.queue as string
  const { force } = readQuery(call, ['force'])
  const forced = readFlag('force', force) ? { force: 'yes' } : {}
  const gateway = gatewayOf(call)
  const manager = managerOf(call)

  const body = await readJsonObject(call.request)
  if (body.name !== undefined && body.name !== name) {
    throw new RestError('MQWB0015E', [
      JSON.stringify(body.name),
      'name',
      'the name of a queue cannot be changed',
    ])
  }
  const type = readType(body.type)
  const parameters = { ...readDefinition(body, queueRows, type, ['name', 'type']), ...forced }

  const command = { command: 'alter', qualifier: qualifiers[type] as string, name, parameters }
  await administer(call, manager, { action: 'alter', object: name }, async (connection) =>
    requireDone(await connection.commandJson(command)),
  )
  return empty(204, gateway?.headers)
}

/** DELETE: `purge` also with messages on it, `keepAuthorityRecords` without forgetting who may use it. */
export async function remove(call: Call): Promise<Answer> {
  const name = call.params.queue as string
  const query = readQuery(call, ['purge', 'keepAuthorityRecords'])
  const parameters = {
    ...(readFlag('purge', query.purge) ? { purge: 'yes' } : {}),
    authrec: readFlag('keepAuthorityRecords', query.keepAuthorityRecords) ? 'no' : 'yes',
  }
  const gateway = gatewayOf(call)

  await administer(call, managerOf(call), { action: 'delete', object: name }, async (connection) => {
    const [found] = await display(connection, 'queue', name)
    const type = found && queueTypes[displayedOf(found).get('TYPE') as keyof typeof queueTypes]
    const qualifier = type && qualifiers[type]
    if (!qualifier) throw notFound({ object: name })

    // Only local queues hold messages to purge.
    const { purge: _, ...others } = parameters as Record<string, string>
    const given = type === 'local' ? parameters : others
    requireDone(await connection.commandJson({ command: 'delete', qualifier, name, parameters: given }))
  })
  return empty(204, gateway?.headers)
}

function readType(type: unknown = 'local'): string {
  if (typeof type === 'string' && Object.hasOwn(qualifiers, type)) return type
  const allowed = `it must be one of ${Object.keys(qualifiers).join(', ')}`
  throw new RestError('MQWB0015E', [JSON.stringify(type), 'type', allowed])
}
