/** Channel events: a channel was started, was stopped, or could not be started. */
import type { ObjectRecord } from '../types/services.ts'
import type { EventPublisher } from './event-publisher.ts'
import { encodeIntegerParameter, encodeStringParameter, pcfCommands, pcfParameters } from './pcf.ts'

export type ChannelEvent = 'started' | 'stopped' | 'stoppedByError' | 'stoppedByUser' | 'notActivated'

const reasons: Readonly<Record<ChannelEvent, number>> = {
  started: 2282,
  stopped: 2283,
  stoppedByError: 2283,
  stoppedByUser: 2279,
  notActivated: 2296,
}
/** MQRQ_CHANNEL_STOPPED_OK, MQRQ_CHANNEL_STOPPED_ERROR, MQRQ_CHANNEL_STOPPED_DISABLED. */
const qualifiers: Partial<Record<ChannelEvent, number>> = { stopped: 7, stoppedByError: 8, stoppedByUser: 10 }
/** The events of CHLEV(EXCEPTION). */
const exceptions = new Set<ChannelEvent>(['stoppedByError', 'notActivated'])

/** Publishes an event about a channel if CHLEV says so: ENABLED, or EXCEPTION for failures only. */
export function publishChannelEvent(
  events: EventPublisher,
  event: ChannelEvent,
  { name, attributes }: Pick<ObjectRecord, 'name' | 'attributes'>,
): void {
  const wanted = events.readSwitch('CHLEV')
  if (wanted !== 'ENABLED' && !(wanted === 'EXCEPTION' && exceptions.has(event))) return
  const qualifier = qualifiers[event]
  const optional = (parameter: number, keyword: string, length: number) =>
    attributes[keyword] ? [encodeStringParameter(parameter, String(attributes[keyword]), length)] : []
  events.put('SYSTEM.ADMIN.CHANNEL.EVENT', pcfCommands.channelEvent, reasons[event], [
    encodeStringParameter(pcfParameters.queueManager, events.manager, 48),
    encodeStringParameter(pcfParameters.channel, name, 20),
    ...(qualifier === undefined ? [] : [encodeIntegerParameter(pcfParameters.reasonQualifier, qualifier)]),
    ...optional(pcfParameters.transmissionQueue, 'XMITQ', 48),
    ...optional(pcfParameters.connectionName, 'CONNAME', 264),
  ])
}
