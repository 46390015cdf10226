/** Applies the changes of a script to the message of its call. */
import type { SourceLocation } from '../../config/types/index.ts'
import { encodeHeaderText } from '../../lib/headers/header-text.ts'
import type { Call } from '../call/call.ts'
import { GatewayError } from '../errors/gateway-errors.ts'
import { findHeader, removeHeader } from '../message/headers.ts'
import type { ScriptResult } from './script-messages.ts'

const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
const control = /[\0-\x08\x0a-\x1f\x7f]/
const unusable = new GatewayError('value_unusable')

/** Returns the error with which the script rejects the call, if it does. */
export function applyScriptResult(
  call: Call,
  result: ScriptResult,
  body: Uint8Array | string | undefined,
  location: SourceLocation,
): GatewayError | undefined {
  const { message } = call
  if (result.touched && !applyHeaders(call, result)) return unusable
  if (result.status !== undefined) {
    if (result.status < 200 || result.status > 599) return unusable
    message.status = result.status
  }
  if (result.hasBody) {
    message.replaceBody(typeof body === 'string' ? Buffer.from(body) : toBuffer(body))
    removeHeader(message.headers, 'content-encoding') // the script has read the decoded body
    if (result.isJson && findHeader(message.headers, 'content-type') === undefined)
      setByPolicy(call, 'content-type', ['Content-Type', 'application/json'])
  }
  applyVariables(call, result)
  if (!result.rejection) return undefined
  const { name, text, status = result.status } = result.rejection
  return new GatewayError('thrown', {
    catchName: name,
    status: status !== undefined && status >= 400 && status < 600 ? status : 500,
    location,
    ...(text !== undefined && { text }),
  })
}

function toBuffer(body: Uint8Array | undefined): Buffer | undefined {
  return body && Buffer.from(body.buffer, body.byteOffset, body.byteLength)
}

/** Returns false when a header cannot be sent. */
function applyHeaders(call: Call, { names = [], values = [], touched = [] }: ScriptResult): boolean {
  for (const lower of touched) {
    if (lower === 'authorization') call.caller.isAuthorizationConsumed = true
    const added: string[] = []
    for (const [index, name] of names.entries()) {
      if (name.toLowerCase() !== lower) continue
      const value = values[index] ?? ''
      if (!headerName.test(name) || control.test(value)) return false
      added.push(name, encodeHeaderText(value))
    }
    setByPolicy(call, lower, added)
  }
  return true
}

function setByPolicy({ message }: Call, lowerName: string, headers: readonly string[]): void {
  removeHeader(message.headers, lowerName)
  message.headers.push(...headers)
  message.headersSetByPolicies ??= new Set()
  message.headersSetByPolicies.add(lowerName)
}

function applyVariables({ message }: Call, { variables, cleared = [] }: ScriptResult): void {
  if (!variables && cleared.length === 0) return
  message.variables ??= new Map()
  for (const name of cleared) message.variables.delete(name)
  for (const [name, value] of Object.entries(variables ?? {})) message.variables.set(name, value)
}
