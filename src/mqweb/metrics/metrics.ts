/** Everything that the MQ web server measures, as one text for Prometheus. */
import { statfs } from 'node:fs/promises'

import type { Services } from '../call/services.ts'
import { renderMetric } from './exposition.ts'
import { renderQueueManagers } from './queue-manager-metrics.ts'

export async function renderMetrics({ installation, clock, responses, settings }: Services): Promise<string> {
  const maxQueues = settings().properties.mqRestMetricsMaxQueues
  return [
    renderQueueManagers({ installation, maxQueues, clock }),
    await renderDisk(installation.folder),
    renderMetric(
      'sluice_mqweb_responses_total',
      'counter',
      'Responses of the REST resources',
      responses.list().map(([status, value]) => ({ labels: { status: String(status) }, value })),
    ),
  ].join('')
}

/** The file system that holds the queue managers; nothing when the system does not say. */
async function renderDisk(folder: string): Promise<string> {
  const disk = await statfs(folder).catch(() => undefined)
  if (!disk) return ''
  const bytes = (blocks: number) => [{ labels: {}, value: blocks * disk.bsize }]
  return (
    renderMetric(
      'sluice_mq_disk_free_bytes',
      'gauge',
      'Free space for the queue managers',
      bytes(disk.bavail),
    ) +
    renderMetric(
      'sluice_mq_disk_size_bytes',
      'gauge',
      'Size of the file system of the queue managers',
      bytes(disk.blocks),
    )
  )
}
