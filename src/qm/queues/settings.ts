/** What a local queue's attributes say, read once when they are saved. */

import type { DepthEvent } from '../events/events.ts'
import type { ObjectRecord } from '../runtime.ts'
import type { AttributeValue } from '../types.ts'

export interface QueueSettings {
  readonly putEnabled: boolean
  readonly getEnabled: boolean
  readonly maxDepth: number
  /** Bytes. */
  readonly maxLength: number
  readonly byPriority: boolean
  readonly defaultPriority: number
  readonly defaultPersistent: boolean
  readonly transmission: boolean
  /** Non-persistent messages outlive an end in order. */
  readonly keepsNonPersistent: boolean
  /** One getter at a time. */
  readonly exclusive: boolean
  /** A temporary dynamic queue. */
  readonly temporary: boolean
  /** The depths at which events happen, and which of them may. */
  readonly depthLimits: {
    readonly high: number
    readonly low: number
    readonly events: readonly DepthEvent[]
  }
  /** Whether messages that come may cause trigger messages. */
  readonly triggers: boolean
  /** The name of the queue that gets a copy of everything; blank for none. */
  readonly streamQueue: string
  /** A put fails when its copy does. */
  readonly streamMust: boolean
  /** The longest life of a message in milliseconds. */
  readonly maxExpiry: number | undefined
}

export function queueSettings({ attributes }: ObjectRecord): QueueSettings {
  const { CAPEXPRY } = attributes
  return {
    putEnabled: attributes.PUT !== 'DISABLED',
    getEnabled: attributes.GET !== 'DISABLED',
    maxDepth: number(attributes.MAXDEPTH, 5000),
    maxLength: number(attributes.MAXMSGL, 4_194_304),
    byPriority: attributes.MSGDLVSQ !== 'FIFO',
    defaultPriority: number(attributes.DEFPRTY, 0),
    defaultPersistent: attributes.DEFPSIST === 'YES',
    transmission: attributes.USAGE === 'XMITQ',
    keepsNonPersistent: attributes.NPMCLASS === 'HIGH' && attributes.DEFTYPE !== 'TEMPDYN',
    exclusive: attributes.SHARE === 'NO' || attributes.DEFSOPT === 'EXCL',
    temporary: attributes.DEFTYPE === 'TEMPDYN',
    depthLimits: depthLimits(attributes),
    triggers: attributes.TRIGGER === 'YES',
    streamQueue: String(attributes.STREAMQ ?? ''),
    streamMust: attributes.STRMQOS === 'MUSTDUP',
    maxExpiry: typeof CAPEXPRY === 'number' ? CAPEXPRY * 100 : undefined,
  }
}

function depthLimits(attributes: ObjectRecord['attributes']): QueueSettings['depthLimits'] {
  const percent = (keyword: string, otherwise: number) =>
    (number(attributes.MAXDEPTH, 5000) * number(attributes[keyword], otherwise)) / 100
  const switches = { full: attributes.QDPMAXEV, high: attributes.QDPHIEV, low: attributes.QDPLOEV }
  return {
    high: percent('QDEPTHHI', 80),
    low: percent('QDEPTHLO', 20),
    events: (['full', 'high', 'low'] as const).filter((event) => switches[event] === 'ENABLED'),
  }
}

/** Where a message of this priority is delivered: 0 is first. */
export function laneOf(settings: QueueSettings, priority: number): number {
  return 9 - (settings.byPriority ? priority : settings.defaultPriority)
}

function number(value: AttributeValue | undefined, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise
}
