/** Variables of API Connect: endpoint, plan, consumer, time. Names stand for ids of its management server. */
import { findClientHost, normalizeAddress } from '../../../shared/http/request/client-address.ts'
import { decodeHeaderText } from '../../../shared/lib/headers/header-text.ts'
import { productBaseName } from '../../config/types/index.ts'
import type { Call } from '../call/call.ts'

type ReadVariable = (call: Call) => string

const planName: ReadVariable = ({ caller }) => caller.entitlement?.plan.name ?? ''
const productName: ReadVariable = ({ caller }) =>
  caller.entitlement ? productBaseName(caller.entitlement.product) : ''
const localAddress: ReadVariable = ({ request }) => normalizeAddress(request.socket.localAddress)
const pad = (value: number) => String(value).padStart(2, '0')

/** Returns a function that reads a part of the local time of the gateway, when it reads it. */
function now(render: (date: Date) => string | number): ReadVariable {
  return ({ deps }) => String(render(new Date(deps.clock())))
}

const dateOf = (date: Date) => `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`
const timeOf = (date: Date) => [date.getHours(), date.getMinutes(), date.getSeconds()].map(pad).join(':')

function zoneOf(date: Date): string {
  const minutes = -date.getTimezoneOffset()
  const whole = Math.abs(minutes)
  return `${minutes < 0 ? '-' : '+'}${pad(Math.floor(whole / 60))}:${pad(whole % 60)}`
}

export const contextVariables: Readonly<Record<string, ReadVariable>> = {
  'api.endpoint.address': localAddress,
  'api.endpoint.hostname': ({ request }) => decodeHeaderText(findClientHost(request) ?? '').replace(/:\d+$/, ''),
  'api.id': ({ route }) => route.api?.api.reference ?? '',
  'api.type': () => 'REST',
  'client.app.type': ({ caller }) => caller.client?.application.clientType ?? '',
  'client.org.name': ({ caller }) => caller.client?.application.owner ?? '',
  'client.org.id': ({ caller }) => caller.client?.application.owner ?? '',
  'plan.id': planName,
  'plan.name': planName,
  'plan.version': ({ caller }) => caller.entitlement?.product.version ?? '',
  'product.id': productName,
  'product.name': productName,
  'product.title': ({ caller }) => caller.entitlement?.product.title ?? '',
  'product.version': ({ caller }) => caller.entitlement?.product.version ?? '',
  'oauth.client-id': ({ caller }) => caller.token?.clientId ?? '',
  'oauth.miscinfo': ({ caller }) => caller.token?.metadata ?? '',
  'oauth.not-after': ({ caller }) => (caller.token ? new Date(caller.token.expiresAt * 1_000).toISOString() : ''),
  'oauth.not-before': ({ caller }) => (caller.token ? new Date(caller.token.issuedAt * 1_000).toISOString() : ''),
  'request.date': ({ startedAt }) => new Date(startedAt).toUTCString(),
  'session.clientAddress': ({ remoteAddress }) => normalizeAddress(remoteAddress),
  'session.localAddress': localAddress,
  'session.globalTransactionID': ({ id }) => id,
  'session.timeStarted': ({ startedAt }) => String(startedAt),
  'system.datetime': now((date) => `${dateOf(date)}T${timeOf(date)}${zoneOf(date)}`),
  'system.date': now(dateOf),
  'system.date.day-of-month': now((date) => date.getDate()),
  'system.date.day-of-week': now((date) => date.getDay() || 7),
  'system.date.month': now((date) => date.getMonth() + 1),
  'system.date.year': now((date) => date.getFullYear()),
  'system.time': now(timeOf),
  'system.time.hour': now((date) => date.getHours()),
  'system.time.minute': now((date) => date.getMinutes()),
  'system.time.second': now((date) => date.getSeconds()),
  'system.timezone': now(zoneOf),
}
