/** Channel events: a channel was started, was stopped, or could not be started. SSL events: TLS with a partner failed. */
import type { ObjectRecord } from '../types/services.ts'
import type { EventPublisher } from './event-publisher.ts'

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
  const optional = (keyword: string) => (attributes[keyword] ? String(attributes[keyword]) : undefined)
  events.put('SYSTEM.ADMIN.CHANNEL.EVENT', 'MQCMD_CHANNEL_EVENT', reasons[event], {
    MQCA_Q_MGR_NAME: events.manager,
    MQCACH_CHANNEL_NAME: name,
    MQIACF_REASON_QUALIFIER: qualifiers[event],
    MQCACH_XMIT_Q_NAME: optional('XMITQ'),
    MQCACH_CONNECTION_NAME: optional('CONNAME'),
  })
}

/** Why TLS with a partner failed. */
export type TlsProblem = 'handshake' | 'cipherSpec' | 'clientAuth' | 'peerName'

export interface TlsFailure {
  readonly problem: TlsProblem
  /** The names in the certificate of the partner; absent when it presented none. */
  readonly peer?: string
  readonly issuer?: string
}

const channelSslError = 2371 // MQRC_CHANNEL_SSL_ERROR
/** MQRQ_SSL_*. */
const tlsQualifiers: Readonly<Record<TlsProblem, number>> = {
  handshake: 13,
  cipherSpec: 14,
  clientAuth: 15,
  peerName: 16,
}

/** Publishes an SSL event if SSLEV is ENABLED. The channel is empty when the handshake failed before it was known. */
export function publishTlsEvent(
  events: EventPublisher,
  { problem, peer, issuer }: TlsFailure,
  { channel, connectionName }: { readonly channel: string; readonly connectionName: string },
): void {
  if (!events.isEnabled('SSLEV')) return
  events.put('SYSTEM.ADMIN.CHANNEL.EVENT', 'MQCMD_CHANNEL_EVENT', channelSslError, {
    MQCA_Q_MGR_NAME: events.manager,
    MQIACF_REASON_QUALIFIER: tlsQualifiers[problem],
    MQCACH_CHANNEL_NAME: channel || undefined,
    MQCACH_CONNECTION_NAME: connectionName,
    MQCACH_SSL_PEER_NAME: peer || undefined,
    MQCA_SSL_CERT_ISSUER_NAME: issuer || undefined,
  })
}
