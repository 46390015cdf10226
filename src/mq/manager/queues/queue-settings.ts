/** The settings of a local queue, parsed from its attributes once per change. */
import type { AttributeValue } from '../types/connection.ts'
import type { InputSharing } from '../types/open-objects.ts'
import type { ObjectRecord } from '../types/services.ts'

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
  /** Whether puts may cause trigger messages. */
  readonly isTriggered: boolean
  /** INITQ. */
  readonly initiationQueue: string
  /** The streaming queue, which receives a copy of every message; blank for none. */
  readonly streamQueue: string
  /** Whether a put fails when its copy cannot be put on the streaming queue: STRMQOS(MUSTDUP). */
  readonly mustStream: boolean
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
    isTriggered: attributes.TRIGGER === 'YES',
    initiationQueue: String(attributes.INITQ ?? ''),
    streamQueue: String(attributes.STREAMQ ?? ''),
    mustStream: attributes.STRMQOS === 'MUSTDUP',
    maxExpiryMs: typeof CAPEXPRY === 'number' ? CAPEXPRY * 100 : undefined,
  }
}

/** Returns the lane of a message with this priority. Lane 0 is delivered first. A FIFO queue uses one lane. */
export function priorityLane(settings: QueueSettings, priority: number): number {
  return 9 - (settings.deliversByPriority ? priority : settings.defaultPriority)
}

function number(value: AttributeValue | undefined, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise
}
