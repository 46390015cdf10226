/** The metrics of the queue managers of an installation: state, message store and queues. */

import { type MetricSample, renderHistogram, renderMetric } from '../../lib/output/exposition.ts'
import type { Clock } from '../../lib/time/clock.ts'
import {
  commitDurationBoundsSeconds,
  type Installation,
  type InstanceStatus,
  type QueueManager,
  type QueueManagerMetrics,
  type QueueMetrics,
} from '../../qm/index.ts'

export interface QueueManagerMetricsOptions {
  readonly installation: Pick<Installation, 'list'>
  /** The maximum number of queues of one queue manager that have their own samples. The totals include all queues. */
  readonly maxQueues: number
  readonly clock: Clock
}

/** The reading of one running queue manager. */
interface Running {
  readonly qmgr: string
  readonly reading: QueueManagerMetrics
  readonly queues: readonly QueueMetrics[]
  /** The queues that have their own samples. */
  readonly shown: readonly QueueMetrics[]
}

/** Renders the metrics of all queue managers. */
export function renderQueueManagerMetrics(options: QueueManagerMetricsOptions): string {
  const managers = options.installation.list()
  const running = managers.flatMap((manager) => read(manager, options.maxQueues))
  return [
    renderStates(managers),
    renderInstances(managers, options.clock()),
    renderManagers(running),
    renderQueues(running, options.clock()),
  ].join('')
}

function read(manager: QueueManager, maxQueues: number): Running[] {
  const reading = manager.readMetrics()
  if (!reading) return []
  const queues = [...reading.queues]
  return [{ qmgr: manager.name, reading, queues, shown: firstOf(queues, maxQueues) }]
}

/** Returns the first queues by name, queues of applications before SYSTEM queues, so that the choice is stable. */
function firstOf(queues: readonly QueueMetrics[], maxQueues: number): readonly QueueMetrics[] {
  if (queues.length <= maxQueues) return queues
  const rank = ({ name }: QueueMetrics) => `${name.startsWith('SYSTEM.') ? 1 : 0}${name}`
  return queues.toSorted((one, other) => (rank(one) < rank(other) ? -1 : 1)).slice(0, maxQueues)
}

function renderStates(managers: readonly QueueManager[]): string {
  const running = managers.map(({ name, state }) => ({
    labels: { qmgr: name },
    value: state === 'running' ? 1 : 0,
  }))
  const states = managers.map(({ name, state }) => ({ labels: { qmgr: name, state }, value: 1 }))
  return (
    renderMetric('sluice_mq_queue_manager_running', 'gauge', '1 while the queue manager runs', running) +
    renderMetric('sluice_mq_queue_manager_state', 'gauge', 'State of the queue manager: always 1', states)
  )
}

const roles: readonly InstanceStatus['role'][] = ['active', 'standby', 'lost', 'ended']

/** Renders what this process does for each queue manager in a database, which several machines share. */
function renderInstances(managers: readonly QueueManager[], now: number): string {
  const instances = managers.flatMap((manager) => {
    const status = manager.readInstanceStatus()
    return status ? [{ labels: { qmgr: manager.name }, ...status }] : []
  })
  return [
    renderMetric(
      'sluice_mq_instance_role',
      'gauge',
      '1 for the role of this instance of a queue manager in a database, 0 for the others',
      instances.flatMap(({ labels, role }) =>
        roles.map((each) => ({ labels: { ...labels, role: each }, value: Number(each === role) })),
      ),
    ),
    renderMetric(
      'sluice_mq_lease_held',
      'gauge',
      '1 while this instance holds the lease of the queue manager',
      instances.map(({ labels, role }) => ({ labels, value: Number(role === 'active') })),
    ),
    renderMetric(
      'sluice_mq_lease_expires_seconds',
      'gauge',
      'When the lease ends unless it is renewed, in seconds since the epoch, by the clock of this machine',
      instances.flatMap(({ labels, lease }) => (lease ? [{ labels, value: (now + lease.remainingMs) / 1_000 }] : [])),
    ),
    renderMetric(
      'sluice_mq_standby_waits',
      'gauge',
      'Whether a standby waited when this active instance, which permits one, last renewed its lease: 1 or 0',
      instances.flatMap(({ labels, lease, role, permitsStandby }) =>
        lease && role === 'active' && permitsStandby ? [{ labels, value: Number(lease.hasStandby) }] : [],
      ),
    ),
    renderMetric(
      'sluice_mq_takeovers_total',
      'counter',
      'How often this instance has become active after it had waited as a standby',
      instances.map(({ labels, takeovers }) => ({ labels, value: takeovers })),
    ),
  ].join('')
}

function renderManagers(running: readonly Running[]): string {
  const each = (value: (running: Running) => number): MetricSample[] =>
    running.map((one) => ({ labels: { qmgr: one.qmgr }, value: value(one) }))
  const sum = (value: (queue: QueueMetrics) => number) =>
    each(({ queues }) => queues.reduce((total, queue) => total + value(queue), 0))
  const commits = running.map(({ qmgr, reading: { commits } }) => ({
    labels: { qmgr },
    counts: commits.counts,
    sum: commits.totalSeconds,
  }))

  return [
    renderMetric(
      'sluice_mq_connections',
      'gauge',
      'Connections of applications',
      each(({ reading }) => reading.connections),
    ),
    renderMetric(
      'sluice_mq_queues',
      'gauge',
      'Local queues',
      each(({ queues }) => queues.length),
    ),
    renderMetric(
      'sluice_mq_queues_omitted',
      'gauge',
      'Local queues without samples of their own, because of mqRestMetricsMaxQueues',
      each(({ queues, shown }) => queues.length - shown.length),
    ),
    renderMetric(
      'sluice_mq_messages',
      'gauge',
      'Messages on all local queues',
      sum(({ depth }) => depth),
    ),
    renderMetric(
      'sluice_mq_puts_total',
      'counter',
      'Messages put since the start, on all local queues',
      sum(({ puts }) => puts),
    ),
    renderMetric(
      'sluice_mq_gets_total',
      'counter',
      'Messages got since the start, from all local queues',
      sum(({ gets }) => gets),
    ),
    renderHistogram(
      'sluice_mq_store_commit_seconds',
      'Duration of commits of the message store',
      commitDurationBoundsSeconds,
      commits,
    ),
    renderMetric(
      'sluice_mq_store_commit_failures_total',
      'counter',
      'Commits of the message store that failed',
      each(({ reading }) => reading.commits.failures),
    ),
  ].join('')
}

function renderQueues(running: readonly Running[], now: number): string {
  const each = (value: (queue: QueueMetrics) => number | undefined): MetricSample[] =>
    running.flatMap(({ qmgr, shown }) =>
      shown.flatMap((queue) => {
        const held = value(queue)
        return held === undefined ? [] : [{ labels: { qmgr, queue: queue.name }, value: held }]
      }),
    )

  return [
    renderMetric(
      'sluice_mq_queue_messages',
      'gauge',
      'Messages on the queue',
      each(({ depth }) => depth),
    ),
    renderMetric(
      'sluice_mq_queue_max_messages',
      'gauge',
      'MAXDEPTH of the queue',
      each(({ maxDepth }) => maxDepth),
    ),
    renderMetric(
      'sluice_mq_queue_puts_total',
      'counter',
      'Messages put since the start',
      each(({ puts }) => puts),
    ),
    renderMetric(
      'sluice_mq_queue_gets_total',
      'counter',
      'Messages got since the start',
      each(({ gets }) => gets),
    ),
    renderMetric(
      'sluice_mq_queue_oldest_message_seconds',
      'gauge',
      'Age of the oldest message; 0 for an empty queue',
      each((queue) => ageOf(queue, now)),
    ),
  ].join('')
}

function ageOf(queue: QueueMetrics, now: number): number {
  const put = queue.depth === 0 ? undefined : queue.oldestPutAt()
  return put === undefined ? 0 : Math.max(0, (now - put) / 1000)
}
