/**
 * Measures the cost of deep queues, of many queues and of a search by correlation id, compared to a queue with
 * one message.
 */
import { compare, type RowResult, type RunningSubject, type Subject } from '../harness/compare.ts'
import type { Request } from '../harness/load-types.ts'
import { roundOptions, scaleCount } from '../harness/round-options.ts'
import {
  basicAuthHeaders,
  buildMessagesUrl,
  buildQueueDefinition,
  type RunningMq,
  startSluiceMq,
} from '../peers/sluice-mq.ts'

/** The rate may fall to 1/1.2 of that of a queue with one message. */
const target = 0.83
const body = 'x'.repeat(1024)
const putAndGet: Request[] = [{ method: 'POST', body }, { method: 'DELETE' }]
const id = 'c0ffee'.padStart(48, '0')

export async function measureDepth(): Promise<RowResult[]> {
  const deep = scaleCount(1_000_000)
  const searched = scaleCount(100_000)
  const queues = scaleCount(5_000)
  const script = [
    ...['DEV.SHALLOW', 'DEV.DEEP', 'DEV.SEARCHED'].map(buildQueueDefinition),
    ...Array.from({ length: queues }, (_, index) => buildQueueDefinition(`DEV.MANY.${index}`)),
  ].join('\n')
  const crowded = await startSluiceMq({
    script,
    fill: { 'DEV.SHALLOW': 1, 'DEV.DEEP': deep, 'DEV.SEARCHED': searched },
  })
  const alone = await startSluiceMq({ script: buildQueueDefinition('DEV.SHALLOW'), fill: { 'DEV.SHALLOW': 1 } })
  try {
    const shallow = on('itself at depth 1', crowded, 'DEV.SHALLOW', putAndGet)
    const rows = [
      ...(await beside(`put and get at depth ${shown(deep)}`, on('Sluice', crowded, 'DEV.DEEP', putAndGet), shallow)),
      ...(await beside(
        `put and get, ${shown(queues)} queues`,
        shallow,
        on('itself with one queue', alone, 'DEV.SHALLOW', putAndGet),
      )),
    ]
    const search = (name: string, queue: string) => on(name, crowded, queue, byCorrelation(crowded, queue))
    return [
      ...rows,
      ...(await beside(
        `by correlation id at depth ${shown(searched)}`,
        search('Sluice', 'DEV.SEARCHED'),
        search('itself at depth 1', 'DEV.SHALLOW'),
      )),
    ]
  } finally {
    await crowded.close()
    await alone.close()
  }
}

function beside(row: string, subject: Subject, other: Subject): Promise<RowResult[]> {
  return compare(row, subject, [{ ...other, target }], roundOptions)
}

/** Returns a subject for a queue of a server that keeps running when the row ends. */
function on(name: string, mq: RunningMq, queue: string, requests: readonly Request[]): Subject {
  return {
    name,
    start: async (): Promise<RunningSubject> => ({
      url: buildMessagesUrl(mq, queue),
      headers: basicAuthHeaders,
      requests,
      close: async () => {},
    }),
  }
}

function byCorrelation(mq: RunningMq, queue: string): Request[] {
  const { pathname } = new URL(buildMessagesUrl(mq, queue))
  return [
    { method: 'POST', headers: { 'ibm-mq-md-correlationId': id }, body },
    { method: 'DELETE', path: `${pathname}?correlationId=${id}` },
  ]
}

function shown(count: number): string {
  return count.toLocaleString('en')
}
