/** Renders all metrics of the MQ web server. */
import { statfs } from 'node:fs/promises'
import { renderMetric } from '../../../shared/lib/output/exposition.ts'
import { findRevision } from '../../../shared/lib/package/revision.ts'
import { version } from '../../../shared/lib/package/version.ts'
import type { Clock } from '../../../shared/lib/time/clock.ts'
import type { Installation } from '../../manager/index.ts'
import type { MqwebSettings } from '../settings/settings.ts'
import { renderQueueManagerMetrics } from './queue-manager-metrics.ts'

/** The values from which the metrics are rendered. */
export interface MqwebMetricsSources {
  readonly installation: Installation
  readonly clock: Clock
  readonly responseCounts: ResponseCounts
  /** Returns the current settings. */
  readonly settings: () => MqwebSettings
}

/** Returns the metrics of the server and of its queue managers in the Prometheus text exposition format. */
export async function renderMqwebMetrics(sources: MqwebMetricsSources): Promise<string> {
  const { installation, clock, responseCounts, settings } = sources
  const maxQueues = settings().properties.mqRestMetricsMaxQueues
  const responses = responseCounts.listByStatus()
  const counts = responses.map(([status, value]) => ({ labels: { status: String(status) }, value }))
  return [
    renderBuild(),
    renderQueueManagerMetrics({ installation, maxQueues, clock }),
    await renderDisk(installation.folder),
    renderMetric('sluice_mqweb_responses_total', 'counter', 'Responses of the REST resources', counts),
  ].join('')
}

function renderBuild(): string {
  return renderMetric(
    'sluice_mqweb_build_info',
    'gauge',
    'Always 1; the labels are the version of the MQ web server, the commit that it was built from, and its Node',
    [{ labels: { version, revision: findRevision(), node: process.versions.node }, value: 1 }],
  )
}

/** Renders free space and size of the file system of the queue managers, where the system reports them. */
async function renderDisk(folder: string): Promise<string> {
  const disk = await statfs(folder).catch(() => undefined)
  if (!disk) return ''
  const bytes = (blocks: number) => [{ labels: {}, value: blocks * disk.bsize }]
  return (
    renderMetric('sluice_mq_disk_free_bytes', 'gauge', 'Free space for the queue managers', bytes(disk.bavail)) +
    renderMetric(
      'sluice_mq_disk_size_bytes',
      'gauge',
      'Size of the file system of the queue managers',
      bytes(disk.blocks),
    )
  )
}

/** Counts the responses of the REST resources since the start of the server, by status. */
export class ResponseCounts {
  readonly #byStatus = new Map<number, number>()

  increment(status: number): void {
    this.#byStatus.set(status, (this.#byStatus.get(status) ?? 0) + 1)
  }

  listByStatus(): readonly (readonly [status: number, count: number])[] {
    return [...this.#byStatus].sort(([one], [other]) => one - other)
  }
}
