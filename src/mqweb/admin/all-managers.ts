/** The short paths /admin/queue, /admin/subscription and /admin/channel: over every queue manager that runs. */
import { MqError, type QueueManager } from '../../qm/index.ts'
import { type Answer, type Call, jsonList } from '../call/call.ts'
import { RestError } from '../errors/rest-error.ts'
import { readQuery } from '../http/query.ts'
import { readChannels } from './channel.ts'
import { readGenericName } from './generic-name.ts'
import { readQueueRequest } from './queue-list.ts'
import { queuesOf } from './queue-view.ts'
import { readSubscriptions } from './subscription.ts'

type Ask = (manager: QueueManager) => Promise<Iterable<Record<string, unknown>>>

export async function queues(call: Call): Promise<Answer> {
  const query = readQuery(call, ['attributes', 'status', 'applicationHandle', 'filter', 'name', 'type'])
  const request = readQueueRequest(query, readGenericName(query.name))
  return jsonList('queue', await everywhere(call, (manager) => queuesOf(call, manager, request)))
}

export async function subscriptions(call: Call): Promise<Answer> {
  return jsonList('subscription', await everywhere(call, readSubscriptions(call)))
}

export async function channels(call: Call): Promise<Answer> {
  return jsonList('channel', await everywhere(call, readChannels(call)))
}

/** Each object with the queue manager that it belongs to. Those that the caller may not connect to are left out. */
async function everywhere({ services }: Call, ask: Ask): Promise<Iterable<Record<string, unknown>>> {
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

/** Not being allowed to look, or an end of the queue manager while it is asked, leaves it out. */
function closed(error: unknown): [] {
  const cause = error instanceof RestError ? error.cause : error
  if (cause instanceof MqError && [2035, 2059].includes(cause.reasonCode)) return []
  throw error
}
