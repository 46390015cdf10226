/**
 * Triggering: a message that comes to a queue may cause a trigger message (MQTM) on an initiation queue, for a trigger
 * monitor that waits there to start the application.
 *
 * `FIRST`: when the queue is no longer empty. `DEPTH`: when TRIGDPTH messages are there, once. `EVERY`: each time.
 */
import type { Catalog } from '../catalog.ts'
import type { Delivery, Draft } from '../queues/delivery.ts'
import type { Queue } from '../queues/queue.ts'
import type { ObjectRecord } from '../runtime.ts'
import { integer, text } from './fields.ts'

export interface TriggerTools {
  readonly objects: Pick<Catalog, 'find' | 'saveNow'>
  readonly delivery: Pick<Delivery, 'put'>
  readonly clock: () => number
  find(queue: string): Queue | undefined
  failed(error: unknown): void
}

/** MQAT_UNIX, when no process says otherwise. */
const unix = 6

/** Called for every message that has arrived on a queue with triggering. */
export function trigger(tools: TriggerTools, queue: Queue, priority: number): void {
  const record = tools.objects.find('queue', queue.name)
  if (!record || !isDue(record, queue, priority)) return
  const initiation = tools.find(String(record.attributes.INITQ))
  // Without a monitor nobody would act on it.
  if (!initiation || initiation.openInput === 0) return

  if (record.attributes.TRIGTYPE === 'DEPTH') {
    const off = { ...record, attributes: { ...record.attributes, TRIGGER: 'NO' } }
    tools.objects.saveNow(off).committed.catch(tools.failed)
  }
  const process = tools.objects.find('process', String(record.attributes.PROCESS))
  const draft = triggerMessage(record, process, queue.settings.defaultPersistent, tools.clock())
  tools.delivery.put([{ queue: initiation, draft }]).catch(tools.failed)
}

function isDue({ attributes }: ObjectRecord, queue: Queue, priority: number): boolean {
  if (attributes.TRIGGER !== 'YES' || priority < Number(attributes.TRIGMPRI ?? 0)) return false
  switch (attributes.TRIGTYPE) {
    case 'EVERY':
      return true
    case 'FIRST':
      return queue.depth === 1 && queue.openInput === 0
    case 'DEPTH':
      return queue.depth >= Number(attributes.TRIGDPTH ?? 1) && queue.openInput === 0
    default:
      return false
  }
}

/** MQTM version 1: 684 bytes. */
function triggerMessage(
  { name, attributes }: ObjectRecord,
  process: ObjectRecord | undefined,
  persistent: boolean,
  now: number,
): Draft {
  const of = process?.attributes ?? {}
  const body = Buffer.concat([
    text('TM  ', 4),
    integer(1),
    text(name, 48),
    text(String(attributes.PROCESS ?? ''), 48),
    text(String(attributes.TRIGDATA ?? ''), 64),
    integer(typeof of.APPLTYPE === 'number' ? of.APPLTYPE : unix),
    text(String(of.APPLICID ?? ''), 256),
    text(String(of.ENVRDATA ?? ''), 128),
    text(String(of.USERDATA ?? ''), 128),
  ])
  return {
    ...{ body, persistent, messageId: undefined, correlationId: undefined, expiresAt: undefined },
    descriptor: {
      ...{ format: 'MQTRIG', priority: 0, putAt: now, userId: 'mqm', applicationName: 'sluice' },
      ...{ ccsid: 1208, backoutCount: 0 },
    },
  }
}
