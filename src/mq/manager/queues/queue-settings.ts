/** The settings of a local queue, parsed from its attributes once per change. */
import type { AttributeValue } from '../types/command.ts'
import type { InputSharing } from '../types/open-objects.ts'
import type { ObjectRecord } from '../types/services.ts'

/** Queue depth events: queue full, queue depth high, queue depth low. */
export type DepthEvent = 'full' | 'high' | 'low'

/** Service interval events: the queue was not served within its service interval, or is served again. */
export type ServiceIntervalEvent = 'serviceIntervalHigh' | 'serviceIntervalOk'

/** The performance events of a queue. */
export type QueueEvent = DepthEvent | ServiceIntervalEvent

/** QSVCINT, and the event that QSVCIEV enables first. */
export type ServiceInterval = { readonly milliseconds: number; readonly event: ServiceIntervalEvent }

export interface QueueSettings {
  readonly putEnabled: boolean
  readonly getEnabled: boolean
  readonly maxDepth: number
  /** MAXMSGL in bytes. */
  readonly maxMessageBytes: number
  readonly deliversByPriority: boolean
  readonly defaultPriority: number
  readonly defaultPersistent: boolean
  readonly isTransmissionQueue: boolean
  /** Whether the store keeps backout counts: HARDENBO. */
  readonly hardensBackoutCount: boolean
  /** Whether an orderly end preserves non-persistent messages: NPMCLASS(HIGH). */
  readonly preservesNonPersistent: boolean
  /** Whether several handles may be open for input: SHARE. */
  readonly isShareable: boolean
  /** Whether an input that does not state its sharing is exclusive: DEFSOPT. */
  readonly isExclusiveByDefault: boolean
  /** Whether this is a temporary dynamic queue. */
  readonly isTemporary: boolean
  /** The depths that cause depth events, and the enabled events. */
  readonly depthLimits: { readonly high: number; readonly low: number; readonly events: readonly DepthEvent[] }
  /** Undefined with QSVCIEV(NONE). */
  readonly serviceInterval: ServiceInterval | undefined
  /** Whether puts may cause trigger messages. */
  readonly isTriggered: boolean
  /** INITQ. */
  readonly initiationQueue: string
  /** The streaming queue, which receives a copy of every message; blank for none. */
  readonly streamQueue: string
  /** Whether a put fails when its copy cannot be put on the streaming queue: STRMQOS(MUSTDUP). */
  readonly mustStream: boolean
  /** ACCTQ: whether the use of the queue is accounted, or the queue manager decides. */
  readonly accounting: AttributeValue | undefined
  /** CAPEXPRY, the maximum lifetime of a message, in milliseconds. */
  readonly maxExpiryMs: number | undefined
}

/** Returns whether an input is exclusive. A queue with NOSHARE opens for exclusive input only. */
export function isExclusiveInput({ isShareable, isExclusiveByDefault }: QueueSettings, sharing: InputSharing): boolean {
  return !isShareable || (sharing === 'asQueueDefault' ? isExclusiveByDefault : sharing === 'exclusive')
}

export function readQueueSettings({ attributes }: ObjectRecord): QueueSettings {
  const { CAPEXPRY } = attributes
  return {
    putEnabled: attributes.PUT !== 'DISABLED',
    getEnabled: attributes.GET !== 'DISABLED',
    maxDepth: number(attributes.MAXDEPTH, 5000),
    maxMessageBytes: number(attributes.MAXMSGL, 4_194_304),
    deliversByPriority: attributes.MSGDLVSQ !== 'FIFO',
    defaultPriority: number(attributes.DEFPRTY, 0),
    defaultPersistent: attributes.DEFPSIST === 'YES',
    isTransmissionQueue: attributes.USAGE === 'XMITQ',
    hardensBackoutCount: attributes.HARDENBO !== 'NO',
    preservesNonPersistent: attributes.NPMCLASS === 'HIGH' && attributes.DEFTYPE !== 'TEMPDYN',
    isShareable: attributes.SHARE !== 'NO',
    isExclusiveByDefault: attributes.DEFSOPT === 'EXCL',
    isTemporary: attributes.DEFTYPE === 'TEMPDYN',
    depthLimits: depthLimits(attributes),
    serviceInterval: serviceInterval(attributes),
    isTriggered: attributes.TRIGGER === 'YES',
    initiationQueue: String(attributes.INITQ ?? ''),
    streamQueue: String(attributes.STREAMQ ?? ''),
    mustStream: attributes.STRMQOS === 'MUSTDUP',
    accounting: attributes.ACCTQ,
    maxExpiryMs: typeof CAPEXPRY === 'number' ? CAPEXPRY * 100 : undefined,
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

function serviceInterval({ QSVCIEV, QSVCINT }: ObjectRecord['attributes']): ServiceInterval | undefined {
  if (QSVCIEV !== 'HIGH' && QSVCIEV !== 'OK') return undefined
  const event = QSVCIEV === 'HIGH' ? 'serviceIntervalHigh' : 'serviceIntervalOk'
  return { milliseconds: number(QSVCINT, 999_999_999), event }
}

/** Returns the lane of a message with this priority. Lane 0 is delivered first. A FIFO queue uses one lane. */
export function priorityLane(settings: QueueSettings, priority: number): number {
  return 9 - (settings.deliversByPriority ? priority : settings.defaultPriority)
}

function number(value: AttributeValue | undefined, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise
}
