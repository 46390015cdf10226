/**
 * The variables that a document may name: each a function that reads its value from a call.
 *
 * A variable that has no value in a call reads as an empty text.
 */
import { plainAddress } from '../../http/address.ts'
import { clientCertificate } from '../../http/client-certificate.ts'
import { decodeHeaderText } from '../../lib/header-text.ts'
import type { Call } from '../call/call.ts'
import { findHeader } from '../message/headers.ts'

export type Reader = (call: Call) => string

const fixed: Readonly<Record<string, Reader>> = {
  'catalog.host': hostOf,
  'catalog.url': (call) => hostOf(call) + (call.api?.catalog.path ?? ''),
  'request.path': (call) => pathWithinCatalog(call),
  'request.search': (call) => call.search,
  'request.querystring': (call) => call.search.slice(1),
  'request.uri': (call) => call.path + call.search,
  'request.verb': (call) => call.method,
  'request.authorization': (call) => decodeHeaderText(call.authorization ?? ''),
  'request.content-type': (call) => decodeHeaderText(String(call.request.headers['content-type'] ?? '')),
  'api.operation.path': (call) => call.path.slice(call.api?.prefix.length ?? 0),
  'api.operation.id': (call) => call.endpoint?.operation.id ?? '',
  'client.address': (call) => plainAddress(call.remote),
  'client.app.id': (call) => call.client?.clientId ?? '',
  'client.certificate.subject': (call) => clientCertificate(call.request.socket)?.subject ?? '',
  'client.certificate.issuer': (call) => clientCertificate(call.request.socket)?.issuer ?? '',
  'client.certificate.serial-number': (call) => clientCertificate(call.request.socket)?.serialNumber ?? '',
  'client.certificate.fingerprint': (call) => clientCertificate(call.request.socket)?.fingerprint ?? '',
  'client.app.name': (call) => call.client?.application.name ?? '',
  'oauth.subject': (call) => call.token?.subject ?? '',
  'oauth.resource-owner': (call) => call.token?.subject ?? '',
  'oauth.scope': (call) => [...(call.token?.scopes ?? [])].join(' '),
  'oauth.grant': (call) => call.token?.grant ?? '',
  'oauth.metadata': (call) => call.token?.metadata ?? '',
  'user.name': (call) => call.user ?? '',
  'error.name': (call) => call.error?.error ?? '',
  'error.message': (call) => call.error?.text ?? '',
  'message.status.code': (call) => String(call.status),
  'system.request-id': (call) => call.id,
}

const prefixed: readonly [prefix: string, (rest: string) => Reader][] = [
  ['request.headers.', requestHeader],
  ['request.parameters.', requestParameter],
  ['message.headers.', messageHeader],
]

/** What may stand in `$(…)` besides properties, for messages. */
export const variableNames: readonly string[] = [
  ...Object.keys(fixed),
  ...prefixed.map(([prefix]) => `${prefix}NAME`),
]

/** The function that reads a variable, or undefined when there is none of this name. */
export function reader(name: string, assigned: ReadonlySet<string>): Reader | undefined {
  if (assigned.has(name)) return (call) => call.variables?.get(name) ?? ''
  if (Object.hasOwn(fixed, name)) return fixed[name]
  for (const [prefix, make] of prefixed) {
    if (name.startsWith(prefix) && name.length > prefix.length) return make(name.slice(prefix.length))
  }
  return undefined
}

/** As the caller wrote it. */
function hostOf(call: Call): string {
  return decodeHeaderText(call.request.headers.host ?? '')
}

/** The base path of the API and what follows it: without the organisation and the catalog. */
function pathWithinCatalog(call: Call): string {
  return call.path.slice(call.api?.catalog.path.length ?? 0)
}

function requestHeader(name: string): Reader {
  const lower = name.toLowerCase()
  return (call) => {
    const value = call.request.headers[lower]
    return decodeHeaderText(Array.isArray(value) ? value.join(', ') : (value ?? ''))
  }
}

function messageHeader(name: string): Reader {
  const lower = name.toLowerCase()
  return (call) => decodeHeaderText(findHeader(call.headers, lower) ?? '')
}

/** A parameter of the path, or else of the query. */
function requestParameter(name: string): Reader {
  return (call) => {
    const index = call.endpoint?.parameterNames.indexOf(name) ?? -1
    if (index >= 0) return decodeURIComponent(call.parameters[index] ?? '')
    return new URLSearchParams(call.search).get(name) ?? ''
  }
}
