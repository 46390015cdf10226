/** GET /admin/queue, /admin/subscription and /admin/channel list the objects of every running queue manager. */
import { MqError, type QueueManager } from '../../qm/index.ts'
import { jsonListResponse, type RestContext, type RestResponse } from '../context/rest-context.ts'
import { RestError } from '../errors/rest-error.ts'
import { parseQueryParameters } from '../http/query-parameters.ts'
import { createChannelReader } from './channel.ts'
import { parseGenericName } from './common/filter.ts'
import { parseQueueQuery } from './queue-list.ts'
import { readQueues } from './queue-view.ts'
import { createSubscriptionReader } from './subscription.ts'

type Ask = (manager: QueueManager) => Promise<Iterable<Record<string, unknown>>>

export async function listAllQueues(context: RestContext): Promise<RestResponse> {
  const query = parseQueryParameters(context, ['attributes', 'status', 'applicationHandle', 'filter', 'name', 'type'])
  const request = parseQueueQuery(query, parseGenericName(query.name))
  return jsonListResponse('queue', await readAllManagers(context, (manager) => readQueues(context, manager, request)))
}

export async function listAllSubscriptions(context: RestContext): Promise<RestResponse> {
  return jsonListResponse('subscription', await readAllManagers(context, createSubscriptionReader(context)))
}

export async function listAllChannels(context: RestContext): Promise<RestResponse> {
  return jsonListResponse('channel', await readAllManagers(context, createChannelReader(context)))
}

/**
 * Returns the objects of all running queue managers, each with `qmgrName`. Queue managers that the caller may not
 * connect to are left out.
 */
async function readAllManagers({ services }: RestContext, ask: Ask): Promise<Iterable<Record<string, unknown>>> {
  const running = services.installation.list().filter(({ state }) => state === 'running')
  const found = await Promise.all(running.map((manager) => ask(manager).catch(closed)))
  return withManager(running, found)
}

function* withManager(
  managers: readonly QueueManager[],
  found: readonly Iterable<Record<string, unknown>>[],
): Generator<Record<string, unknown>> {
  for (const [place, { name }] of managers.entries()) {
    for (const object of found[place] ?? []) yield { qmgrName: name, ...object }
  }
}

/**
 * Returns an empty list for a queue manager that rejects the principal (2035) or ends during the request (2059).
 * Throws all other errors again.
 */
function closed(error: unknown): [] {
  const cause = error instanceof RestError ? error.cause : error
  if (cause instanceof MqError && [2035, 2059].includes(cause.reasonCode)) return []
  throw error
}
