/**
 * The variables that templates and conditions may use: each is a function that reads its value from a call.
 *
 * A variable without a value reads as an empty text.
 */
import { STATUS_CODES } from 'node:http'
import { normalizeAddress } from '../../../shared/http/request/client-address.ts'
import { type JsonLimits, parseJson, requireJsonLimits } from '../../../shared/lib/collections/json-object.ts'
import { decodeHeaderText } from '../../../shared/lib/headers/header-text.ts'
import { renderPublicPath } from '../../lib/http/public-place.ts'
import type { Call } from '../call/call.ts'
import { findCallerCertificate } from '../call/caller.ts'
import { findHeader, groupHeaders } from '../message/headers.ts'
import { readReasonPhrase } from '../message/reason-phrase.ts'
import { contextVariables } from './context-variables.ts'

export type VariableReader = (call: Call) => string

const fixed: Readonly<Record<string, VariableReader>> = {
  ...contextVariables,
  'catalog.host': hostOf,
  'catalog.url': (call) => hostOf(call) + renderPublicPath(call.request, call.route.api?.catalog.path ?? ''),
  'request.path': (call) => pathWithinCatalog(call),
  'request.search': (call) => call.target.search,
  'request.querystring': (call) => call.target.search.slice(1),
  'request.uri': (call) => call.target.path + call.target.search,
  'request.verb': (call) => call.method,
  'request.authorization': (call) => decodeHeaderText(call.head.authorization ?? ''),
  'request.content-type': (call) => decodeHeaderText(String(call.request.headers['content-type'] ?? '')),
  'api.operation.path': (call) => call.target.path.slice(call.route.api?.prefix.length ?? 0),
  'api.operation.id': (call) => call.route.endpoint?.operation.id ?? '',
  'client.address': (call) => normalizeAddress(call.remoteAddress),
  'client.app.id': (call) => call.caller.client?.clientId ?? '',
  'client.certificate.subject': (call) => findCallerCertificate(call)?.subject ?? '',
  'client.certificate.issuer': (call) => findCallerCertificate(call)?.issuer ?? '',
  'client.certificate.serial-number': (call) => findCallerCertificate(call)?.serialNumber ?? '',
  'client.certificate.fingerprint': (call) => findCallerCertificate(call)?.fingerprint ?? '',
  'client.app.name': (call) => call.caller.client?.application.name ?? '',
  'oauth.subject': (call) => call.caller.token?.subject ?? '',
  'oauth.resource-owner': (call) => call.caller.token?.subject ?? '',
  'oauth.scope': (call) => [...(call.caller.token?.scopes ?? [])].join(' '),
  'oauth.grant': (call) => call.caller.token?.grant ?? '',
  'oauth.metadata': (call) => call.caller.token?.metadata ?? '',
  'user.name': (call) => call.caller.user ?? '',
  'error.name': errorName,
  'error.message': ({ progress: { caughtError } }) => caughtError?.thrown.message ?? '',
  'error.status.code': (call) => String(call.progress.caughtError?.status ?? ''),
  'error.status.reason': errorReason,
  'error.status.reasonPhrase': errorReason,
  'message.body': bodyText,
  'message.headers': (call) => JSON.stringify(groupHeaders(call.message.readableHeaders)),
  'message.status.reason': readReasonPhrase,
  'request.body': (call) => (call.message.requestPayload ? call.message.requestPayload.toString() : bodyText(call)),
  'message.status.code': (call) => String(call.message.status),
  'system.request-id': (call) => call.id,
}

const prefixed: readonly [prefix: string, (rest: string) => VariableReader][] = [
  ['request.headers.', requestHeader],
  ['request.parameters.', requestParameter],
  ['message.headers.', messageHeader],
  ['message.body.', bodyMember],
  ['oauth.processing.', (rest) => (call) => renderVariable(findSetVariable(call, `oauth.processing.${rest}`))],
  ['request.body.', requestBodyMember],
]

/** Returns the name of the error that a clause of `catch` handles; an empty text elsewhere. */
export function errorName({ progress: { caughtError } }: Call): string {
  return caughtError?.thrown.name ?? ''
}

function errorReason({ progress: { caughtError } }: Call): string {
  return caughtError ? (caughtError.reasonPhrase ?? STATUS_CODES[caughtError.status] ?? '') : ''
}

/** The names of the variables, for error texts. */
export const variableNames: readonly string[] = [...Object.keys(fixed), ...prefixed.map(([prefix]) => `${prefix}NAME`)]

/** Returns the function that reads a variable; undefined when no variable has this name. */
export function findVariableReader(name: string, assigned: ReadonlySet<string>): VariableReader | undefined {
  const own = findOwnReader(name)
  if (!isAssigned(name, assigned)) return own
  return (call) => {
    const set = findSetVariable(call, name)
    return set === undefined && own ? own(call) : renderVariable(set)
  }
}

function findOwnReader(name: string): VariableReader | undefined {
  if (Object.hasOwn(fixed, name)) return fixed[name]
  for (const [prefix, make] of prefixed) {
    if (name.startsWith(prefix) && name.length > prefix.length) return make(name.slice(prefix.length))
  }
  return undefined
}

/** Returns whether a policy sets the variable, or an object that may have it as a member. */
function isAssigned(name: string, assigned: ReadonlySet<string>): boolean {
  if (assigned.size === 0) return false
  return assigned.has(name) || name.split('.').some((_, index, parts) => assigned.has(parts.slice(0, index).join('.')))
}

/** Returns the variable that policies have set with this name, or the member of an object that they have set. */
export function findSetVariable(call: Call, name: string): unknown {
  const { variables } = call.message
  if (!variables) return undefined
  if (variables.has(name)) return variables.get(name)
  const parts = name.split('.')
  for (let length = parts.length - 1; length > 0; length -= 1) {
    const start = parts.slice(0, length).join('.')
    if (variables.has(start)) return findMember(variables.get(start), parts.slice(length), call.route.bodyLimits)
  }
  return undefined
}

/** Returns the value at the end of a path of members; undefined when there is none. Names of headers have no case. */
function findMember(value: unknown, path: readonly string[], limits: JsonLimits | undefined): unknown {
  let found = value
  let holder: unknown
  for (const [index, written] of path.entries()) {
    if (path[index - 1] === 'body' && typeof found === 'string') found = parseBody(holder as object, found, limits)
    if (typeof found !== 'object' || found === null) return undefined
    holder = found
    const isSame = (each: string) => each.toLowerCase() === written.toLowerCase()
    const isHeader = path[index - 1] === 'headers' && !Object.hasOwn(found, written)
    const key = isHeader ? (Object.keys(found).find(isSame) ?? written) : written
    if (!Object.hasOwn(found, key)) return undefined
    found = (found as Record<string, unknown>)[key]
  }
  return found
}

/** The values of bodies in variables, by the message that holds the body. */
const parsedBodies: WeakMap<object, unknown> = new WeakMap()

function parseBody(holder: object, text: string, limits: JsonLimits | undefined): unknown {
  if (!parsedBodies.has(holder)) parsedBodies.set(holder, parseBytes(Buffer.from(text), limits))
  return parsedBodies.get(holder)
}

/** Returns the value of a body; undefined when it is no JSON. Throws a `JsonLimitError`, which rejects the call. */
function parseBytes(body: Buffer | undefined, limits: JsonLimits | undefined): unknown {
  if (!body) return undefined
  requireJsonLimits(body, limits)
  return parseJson(body.toString())
}

/** Returns the text of a value: texts as they are, objects as JSON, and nothing for a missing value. */
function renderVariable(value: unknown): string {
  if (typeof value === 'string') return value
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Returns the Host header as the caller sent it. */
function hostOf(call: Call): string {
  return decodeHeaderText(call.request.headers.host ?? '')
}

/** Returns whether the variable reads a body, which must have arrived before. */
export function readsBody(name: string): boolean {
  return /^(?:message|request)\.body(?:\.|$)/.test(name)
}

function bodyText({ message: { decoded, payload } }: Call): string {
  return (decoded?.payload === payload ? decoded?.body : payload)?.toString() ?? ''
}

/** Returns a function that reads a member of a body in JSON; nothing when the body is no JSON. */
function bodyMember(path: string): VariableReader {
  const names = path.split('.')
  return (call) => {
    const { decoded, payload } = call.message
    const limits = call.route.bodyLimits
    if (!decoded || decoded.payload !== payload)
      return renderVariable(findMember(parseBytes(payload, limits), names, limits))
    decoded.json ??= { value: parseBytes(decoded.body, limits) }
    return renderVariable(findMember(decoded.json.value, names, limits))
  }
}

function requestBodyMember(path: string): VariableReader {
  const names = path.split('.')
  const ofMessage = bodyMember(path)
  return (call) => {
    const { requestPayload } = call.message
    const limits = call.route.bodyLimits
    return requestPayload
      ? renderVariable(findMember(parseBytes(requestPayload, limits), names, limits))
      : ofMessage(call)
  }
}

/** Returns the path after organisation and catalog: the base path of the API and the rest. */
function pathWithinCatalog(call: Call): string {
  return call.target.path.slice(call.route.api?.catalog.path.length ?? 0)
}

function requestHeader(name: string): VariableReader {
  const lower = name.toLowerCase()
  return (call) => {
    const value = call.request.headers[lower]
    return decodeHeaderText(Array.isArray(value) ? value.join(', ') : (value ?? ''))
  }
}

function messageHeader(name: string): VariableReader {
  const lower = name.toLowerCase()
  return (call) => decodeHeaderText(findHeader(call.message.readableHeaders, lower) ?? '')
}

/** Returns a function that reads a parameter of the path, otherwise of the query; `NAME.values[1]` its second value. */
export function requestParameter(name: string): VariableReader {
  const [, of, at = '0'] = /^(.+)\.values(?:\[(\d{1,3})\])?$/.exec(name) ?? []
  if (of !== undefined) {
    const first = requestParameter(of)
    return (call) => (at === '0' ? first(call) : (new URLSearchParams(call.target.search).getAll(of)[Number(at)] ?? ''))
  }
  return (call) => {
    const index = call.route.endpoint?.parameterNames.indexOf(name) ?? -1
    if (index >= 0) return decodeURIComponent(call.route.parameters[index] ?? '')
    return new URLSearchParams(call.target.search).get(name) ?? ''
  }
}
