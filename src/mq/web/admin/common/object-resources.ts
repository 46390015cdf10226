/** The three resources of a kind of objects: the list, one object, and the list of every running queue manager. */
import { type CommandConnection, MqError, type QueueManager } from '../../../manager/index.ts'
import {
  findGateway,
  jsonListResponse,
  jsonResponse,
  type RestContext,
  type RestHandler,
} from '../../context/rest-context.ts'
import type { RestDialect } from '../../context/rest-dialect.ts'
import { type AttemptedOperation, createNotFoundError } from '../../errors/mq-errors.ts'
import { RestError } from '../../errors/rest-error.ts'
import { parseQueryParameters, type QueryParameters } from '../../http/request-input.ts'
import { type AdminTarget, findAdminTarget, runWithAdminConnection } from './admin-connection.ts'
import { parseGenericName } from './display.ts'

/** An object as JSON. */
export type RenderedObject = Readonly<Record<string, unknown>>

export interface ObjectKindDefinition<Parameter extends string> {
  /** The member of responses that has the list, and the parameter of the path that has a name. */
  readonly member: string
  readonly notFoundMessageId: NonNullable<AttemptedOperation['notFoundMessageId']>
  /** The query parameters; `filter`, `id` and `name` are for lists only. */
  readonly parameters: readonly Parameter[]
  /** Returns the function that reads objects with a (generic) name. Throws `RestError` 400 for an invalid query. */
  prepare(query: QueryParameters<Parameter>, name: string): ReadObjects
}

type ReadObjects = (connection: CommandConnection, dialect: RestDialect) => Promise<Iterable<RenderedObject>>

const ofListsOnly = ['filter', 'id', 'name']

/** Returns the handlers of the resources of one kind. */
export function buildObjectResources<Parameter extends string>(
  definition: ObjectKindDefinition<Parameter | 'name'>,
): Readonly<Record<'list' | 'show' | 'listAll', RestHandler>> {
  const { member, notFoundMessageId, parameters, prepare } = definition
  const ofOne = parameters.filter((each) => !ofListsOnly.includes(each))

  function run(context: RestContext, manager: AdminTarget, object: string, read: ReadObjects) {
    const purpose = { action: 'display', object, notFoundMessageId }
    return runWithAdminConnection(context, manager, purpose, (connection) => read(connection, context.dialect))
  }
  function prepareList(context: RestContext) {
    const query = parseQueryParameters(context, parameters)
    const name = parseGenericName(query.name)
    const read = prepare(query, name)
    return (manager: AdminTarget) => run(context, manager, name, read)
  }
  return {
    async list(context) {
      const gateway = findGateway(context)
      return jsonListResponse(member, await prepareList(context)(findAdminTarget(context)), {}, gateway?.headers)
    },
    async show(context) {
      const name = context.params[member] as string
      const gateway = findGateway(context)
      const read = prepare(parseQueryParameters(context, ofOne), name)
      // A DISPLAY command treats a name that ends in `*` as generic and returns others as well.
      const objects = await run(context, findAdminTarget(context), name, read)
      const found = [...objects].find((each) => each.name === name)
      if (!found) throw createNotFoundError({ notFoundMessageId, object: name })
      return jsonResponse(200, { [member]: [found] }, gateway?.headers)
    },
    async listAll(context) {
      const readList = prepareList(context)
      const running = context.services.installation.list().filter(({ state }) => state === 'running')
      const found = await Promise.all(running.map((manager) => readList(manager).catch(returnNothing)))
      return jsonListResponse(member, addManagers(running, found))
    },
  }
}

/** Yields the objects of all queue managers, each with `qmgrName`. */
function* addManagers(
  managers: readonly QueueManager[],
  found: readonly Iterable<RenderedObject>[],
): Generator<RenderedObject> {
  for (const [place, { name }] of managers.entries()) {
    for (const object of found[place] ?? []) yield { qmgrName: name, ...object }
  }
}

/** Returns an empty list when a queue manager rejects the principal (2035) or ends (2059). Else throws again. */
function returnNothing(error: unknown): [] {
  const cause = error instanceof RestError ? error.cause : error
  if (cause instanceof MqError && [2035, 2059].includes(cause.reasonCode)) return []
  throw error
}
