/**
 * GET /health: the state of every queue manager, and what needs attention: deep, old, filling and unread queues,
 * messages on the dead-letter queue, and channels and listeners that do not run.
 *
 * A user sees the queues that the user may display; those that the user may only use count as well. The queues come from the counters of the queue manager, so the
 * resource costs no command per queue.
 */
import { type Connection, MqError, type QueueManager, type QueueMetrics } from '../../../manager/index.ts'
import {
  jsonResponse,
  type RestContext,
  type RestResponse,
  runWithConnection,
} from '../../../web/context/rest-context.ts'
import { parseQueryParameters } from '../../../web/http/request-input.ts'
import type { ManagerHealth, TroubledChannel } from '../contract/managers.ts'
import { findConsole } from '../state/console-service.ts'
import { sampleIntervalMs } from '../state/sample-tiers.ts'
import type { QueueManagerSampler } from '../state/sampler.ts'
import type { QueueManagerSeries } from '../state/series.ts'
import { displayKinds } from './objects/display-rows.ts'
import { findQueueHealth } from './queue-health.ts'
import { describeQueueManager } from './queue-managers.ts'

/** The states of a channel that runs or is about to run. All others need attention. */
const healthyStates = new Set(['RUNNING', 'STARTING', 'BINDING', 'INITIALIZING', 'REQUESTING', 'STOPPING'])
const maxChannels = 20
const application = { name: 'mqweb console', isSystem: true }

/** GET of all queue managers, of the one named by `qmgr`, or of the one `queue` of them. */
export async function showHealth(context: RestContext): Promise<RestResponse> {
  const { sampler } = findConsole(context)
  const { qmgr: name, queue } = parseQueryParameters(context, ['qmgr', 'queue'])
  const managers = context.services.installation.list().filter((each) => name === undefined || each.name === name)
  const qmgr = await Promise.all(managers.map((manager) => describeManager(context, manager, sampler, queue)))
  return jsonResponse(200, { everyMs: sampleIntervalMs, last: sampler.currentTick(), qmgr })
}

async function describeManager(
  context: RestContext,
  manager: QueueManager,
  sampler: QueueManagerSampler,
  queue?: string,
): Promise<ManagerHealth> {
  const facts = await describeQueueManager(manager)
  const metrics = manager.readMetrics()
  if (!metrics) return facts

  try {
    return await runWithConnection(manager, context.principal, application, async (connection) => {
      const tick = sampler.currentTick()
      const series = sampler.find(manager.name)
      const all = [...metrics.queues].filter(({ name }) => queue === undefined || name === queue)
      const visible = all.filter((each) => mayDisplay(connection, each))
      const users = visible.filter(isUserQueue)
      const usable = all.filter(
        (each) => isUserQueue(each) && !mayDisplay(connection, each) && mayUse(connection, each),
      )
      const dead = await findDeadLetters(connection, visible)
      const { messages, unread, ...findings } = findQueueHealth(users, series, tick, context.services.clock())
      const rates = connection.principal.privileged && queue === undefined ? findRates(series, tick) : undefined
      return {
        ...facts,
        channels: metrics.channels,
        ...findings,
        unread: unread.filter(({ name }) => name !== dead.deadLetter?.name),
        queues: findings.queues + usable.length,
        messages: usable.length === 0 ? messages : undefined,
        rates,
        ...dead,
        ...(queue === undefined && (await findStopped(connection))),
      }
    })
  } catch (error) {
    if (!(error instanceof MqError)) throw error
    return { ...facts, reason: error.reasonCode } // the user may not connect, or the queue manager is ending
  }
}

async function findStopped(connection: Connection) {
  const troubledChannels = await findTroubledChannels(connection)
  return { troubledChannels, stoppedListeners: await findStoppedListeners(connection) }
}

/** Returns the messages put and got per second in the last hour; undefined before the first sample. */
function findRates(series: QueueManagerSeries | undefined, tick: number): ManagerHealth['rates'] {
  if (!series) return undefined
  const { first, puts, gets } = series.manager({ everyMs: sampleIntervalMs, since: 0, tick })
  return { first, puts, gets }
}

export function mayDisplay(connection: Connection, { name }: Pick<QueueMetrics, 'name'>): boolean {
  return connection.holdsAuthority('QUEUE', name, 'DSP')
}

/** Returns whether lists have the queue, with its name alone, for a user who may not display it. */
function mayUse(connection: Connection, { name }: QueueMetrics): boolean {
  const { useAuthorities = [] } = displayKinds.queue ?? {}
  return useAuthorities.some((authority) => connection.holdsAuthority('QUEUE', name, authority))
}

function isUserQueue({ name }: QueueMetrics): boolean {
  return !name.startsWith('SYSTEM.')
}

async function findDeadLetters(
  connection: Connection,
  queues: readonly QueueMetrics[],
): Promise<Pick<ManagerHealth, 'deadLetter'>> {
  const [row] = await display(connection, { qualifier: 'qmgr', responseParameters: ['deadq'] })
  const name = String(row?.get('DEADQ') ?? '')
  const queue = queues.find((each) => each.name === name)
  return queue ? { deadLetter: { name, depth: queue.depth } } : {}
}

async function findTroubledChannels(connection: Connection): Promise<TroubledChannel[]> {
  const responseParameters = ['status', 'conname', 'chltype', 'indoubt', 'lsterror']
  const rows = await display(connection, { qualifier: 'chstatus', name: '*', responseParameters })
  return rows
    .map((row) => ({
      name: String(row.get('CHANNEL')),
      type: String(row.get('CHLTYPE') ?? ''),
      status: String(row.get('STATUS')),
      connectionName: String(row.get('CONNAME') ?? ''),
      isInDoubt: row.get('INDOUBT') === 'YES',
      error: String(row.get('LSTERROR') ?? ''),
    }))
    .filter(({ status, isInDoubt }) => !healthyStates.has(status) || (isInDoubt && status !== 'RUNNING'))
    .slice(0, maxChannels)
}

/** Returns the listeners that start with the queue manager and do not run; when none runs, also those that are started by hand. */
async function findStoppedListeners(connection: Connection): Promise<string[]> {
  const [listeners, statuses] = await Promise.all([
    display(connection, { qualifier: 'listener', name: '*', responseParameters: ['control'] }),
    display(connection, { qualifier: 'lsstatus', name: '*', responseParameters: ['status'] }),
  ])
  const running = new Set(statuses.map((row) => String(row.get('LISTENER'))))
  return listeners
    .filter((row) => row.get('CONTROL') !== 'MANUAL' || running.size === 0)
    .map((row) => String(row.get('LISTENER')))
    .filter((name) => !name.startsWith('SYSTEM.DEFAULT.') && !running.has(name))
    .slice(0, maxChannels)
}

/** Returns the attributes of each row; none when the command finds nothing or the user may not run it. */
async function display(
  connection: Connection,
  command: { qualifier: string; name?: string; responseParameters: readonly string[] },
) {
  const { responses } = await connection.commandJson({ command: 'display', ...command })
  return responses.flatMap(({ completionCode, attributes }) =>
    completionCode < 2 && attributes ? [new Map(attributes)] : [],
  )
}
