/** The metrics of the queue managers of an installation: state, message store and queues. */
import { type MetricSample, renderHistogram, renderMetric } from '../../../shared/lib/output/exposition.ts'
import type { Clock } from '../../../shared/lib/time/clock.ts'
import {
  commitDurationBoundsSeconds,
  type Installation,
  type InstanceStatus,
  type QueueManager,
  type QueueManagerMetrics,
  type QueueMetrics,
} from '../../manager/index.ts'

export interface QueueManagerMetricsOptions {
  readonly installation: Pick<Installation, 'list'>
  /** The maximum number of queues of one queue manager that have their own samples. The totals include all queues. */
  readonly maxQueues: number
  readonly clock: Clock
}

interface Running extends Described {
  readonly reading: QueueManagerMetrics
  readonly queues: readonly QueueMetrics[]
  /** The queues that have their own samples. */
  readonly shown: readonly QueueMetrics[]
}

/** Renders the metrics of all queue managers. */
export function renderQueueManagerMetrics(options: QueueManagerMetricsOptions): string {
  const managers = options.installation.list()
  const running = managers.flatMap((manager) => read(manager, options.maxQueues))
  const queues = running.flatMap(({ labels, shown }) =>
    shown.map((queue) => ({ labels: { ...labels, queue: queue.name }, queue })),
  )
  const now = options.clock()
  return [
    renderStates(managers),
    renderInstances(managers, now),
    renderRows(managerRows, running, now),
    renderCommits(running),
    renderRows(storeRows, running, now),
    renderRows(queueRows, queues, now),
  ].join('')
}

function read(manager: QueueManager, maxQueues: number): Running[] {
  const reading = manager.readMetrics()
  if (!reading) return []
  const queues = [...reading.queues]
  return [{ labels: { qmgr: manager.name }, reading, queues, shown: firstOf(queues, maxQueues) }]
}

/** Returns the first queues by name, queues of applications before SYSTEM queues, so that the choice is stable. */
function firstOf(queues: readonly QueueMetrics[], maxQueues: number): readonly QueueMetrics[] {
  if (queues.length <= maxQueues) return queues
  const rank = ({ name }: QueueMetrics) => `${name.startsWith('SYSTEM.') ? 1 : 0}${name}`
  return queues.toSorted((one, other) => (rank(one) < rank(other) ? -1 : 1)).slice(0, maxQueues)
}

function renderStates(managers: readonly QueueManager[]): string {
  const running = managers.map(({ name, state }) => ({ labels: { qmgr: name }, value: state === 'running' ? 1 : 0 }))
  const states = managers.map(({ name, state }) => ({ labels: { qmgr: name, state }, value: 1 }))
  return (
    renderMetric('sluice_mq_queue_manager_running', 'gauge', '1 while the queue manager runs', running) +
    renderMetric('sluice_mq_queue_manager_state', 'gauge', 'State of the queue manager: always 1', states)
  )
}

const roles: readonly InstanceStatus['role'][] = ['active', 'standby', 'lost', 'ended']

/** What a metric describes: a queue manager, an instance of one, or a queue. */
type Described = { readonly labels: MetricSample['labels'] }

/** A metric: its name, its help, and its value, which is undefined where there is none. Names of counters end in `_total`. */
type MetricRow<Source extends Described> = readonly [
  name: string,
  help: string,
  value: (source: Source, now: number) => number | undefined,
]

function renderRows<Source extends Described>(
  rows: readonly MetricRow<Source>[],
  sources: readonly Source[],
  now: number,
): string {
  const render = ([name, help, value]: MetricRow<Source>) => {
    const samples = sources.map((source) => ({ labels: source.labels, value: value(source, now) }))
    const type = name.endsWith('_total') ? 'counter' : 'gauge'
    return renderMetric(name, type, help, samples.filter(hasValue))
  }
  return rows.map(render).join('')
}

function hasValue(sample: { value: number | undefined } & Described): sample is MetricSample {
  return sample.value !== undefined
}

const instanceRows: readonly MetricRow<Described & InstanceStatus>[] = [
  [
    'sluice_mq_lease_held',
    '1 while this instance holds the lease of the queue manager',
    ({ role }) => Number(role === 'active'),
  ],
  [
    'sluice_mq_lease_expires_seconds',
    'When the lease ends unless it is renewed, in seconds since the epoch, by the clock of this machine',
    ({ lease }, now) => lease && (now + lease.remainingMs) / 1_000,
  ],
  [
    'sluice_mq_standby_waits',
    'Whether a standby waited when this active instance, which permits one, last renewed its lease: 1 or 0',
    ({ lease, role, permitsStandby }) =>
      lease && role === 'active' && permitsStandby ? Number(lease.hasStandby) : undefined,
  ],
  [
    'sluice_mq_takeovers_total',
    'How often this instance has become active after it had waited as a standby',
    ({ takeovers }) => takeovers,
  ],
]

/** Renders what this process does for each queue manager in a database, which several machines share. */
function renderInstances(managers: readonly QueueManager[], now: number): string {
  const instances = managers.flatMap((manager) => {
    const status = manager.readInstanceStatus()
    return status ? [{ labels: { qmgr: manager.name }, ...status }] : []
  })
  const samples = instances.flatMap(({ labels, role }) =>
    roles.map((each) => ({ labels: { ...labels, role: each }, value: Number(each === role) })),
  )
  const help = '1 for the role of this instance of a queue manager in a database, 0 for the others'
  return renderMetric('sluice_mq_instance_role', 'gauge', help, samples) + renderRows(instanceRows, instances, now)
}

const sum = (queues: readonly QueueMetrics[], value: 'depth' | 'puts' | 'gets') =>
  queues.reduce((total, queue) => total + queue[value], 0)

const managerRows: readonly MetricRow<Running>[] = [
  ['sluice_mq_connections', 'Connections of applications', ({ reading }) => reading.connections],
  ['sluice_mq_queues', 'Local queues', ({ queues }) => queues.length],
  [
    'sluice_mq_queues_omitted',
    'Local queues without samples of their own, because of mqRestMetricsMaxQueues',
    ({ queues, shown }) => queues.length - shown.length,
  ],
  ['sluice_mq_messages', 'Messages on all local queues', ({ queues }) => sum(queues, 'depth')],
  ['sluice_mq_puts_total', 'Messages put since the start, on all local queues', ({ queues }) => sum(queues, 'puts')],
  ['sluice_mq_gets_total', 'Messages got since the start, from all local queues', ({ queues }) => sum(queues, 'gets')],
]

const storeRows: readonly MetricRow<Running>[] = [
  [
    'sluice_mq_store_commit_failures_total',
    'Commits of the message store that failed',
    ({ reading }) => reading.commits.failures,
  ],
]

function renderCommits(running: readonly Running[]): string {
  const commits = running.map(({ labels, reading }) => ({
    labels,
    counts: reading.commits.counts,
    sum: reading.commits.totalSeconds,
  }))
  const help = 'Duration of commits of the message store'
  return renderHistogram('sluice_mq_store_commit_seconds', help, commitDurationBoundsSeconds, commits)
}

const queueRows: readonly MetricRow<Described & { readonly queue: QueueMetrics }>[] = [
  ['sluice_mq_queue_messages', 'Messages on the queue', ({ queue }) => queue.depth],
  ['sluice_mq_queue_max_messages', 'MAXDEPTH of the queue', ({ queue }) => queue.maxDepth],
  ['sluice_mq_queue_puts_total', 'Messages put since the start', ({ queue }) => queue.puts],
  ['sluice_mq_queue_gets_total', 'Messages got since the start', ({ queue }) => queue.gets],
  [
    'sluice_mq_queue_oldest_message_seconds',
    'Age of the oldest message; 0 for an empty queue',
    ({ queue }, now) => ageOf(queue, now),
  ],
]

function ageOf(queue: QueueMetrics, now: number): number {
  const put = queue.depth === 0 ? undefined : queue.oldestPutAt()
  return put === undefined ? 0 : Math.max(0, (now - put) / 1000)
}
