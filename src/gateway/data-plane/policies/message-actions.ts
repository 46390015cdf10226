/** The actions of `set-variable`: set, add to or clear a header, the body, the status, or a variable. */
import { encodeHeaderText } from '../../../shared/lib/headers/header-text.ts'
import type { Call } from '../call/call.ts'
import type { CallStepResult } from '../call/call-progress.ts'
import { DocumentError, locateWithin, type ValueLocation } from '../errors/document-error.ts'
import { GatewayError } from '../errors/gateway-errors.ts'
import { markParsed, replaceWithDecoded } from '../message/decoded-body.ts'
import { removeHeader } from '../message/headers.ts'
import { isReasonPhrase } from '../message/reason-phrase.ts'
import { renderComposedText, renderHeaderTemplate, renderTemplate } from '../templates/render-template.ts'
import { type CompiledTemplate, compileTemplate, findFixedText, type TemplateScope } from '../templates/template.ts'
import { parseIfJson } from '../templates/value-reader.ts'
import { findSetVariable } from '../templates/variables.ts'

export type ValueType = 'any' | 'string' | 'number' | 'boolean'
export type ActionVerb = 'set' | 'add' | 'clear'
export type MessageAction = (call: Call) => CallStepResult

const headerPrefix = 'message.headers.'
const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
const control = /[\0-\x08\x0a-\x1f\x7f]/
const readOnly = /^(?:request|client|oauth(?!\.processing\.|\.custom_error\.)|api|catalog|user|system)\./

/** Headers that describe the connection or the framing. Only the gateway sets them. */
const framing =
  /^(?:(?:proxy-)?connection|content-length|expect|host|keep-alive|te|trailer|transfer-encoding|upgrade|x-request-id)$/

/** The comma before another cookie in Set-Cookie headers that are joined; a date has one as well. */
const nextCookie = /, ?(?=[^\s;,=]+=)/

const unusable = new GatewayError('value_unusable')

/** Returns the action. Throws a `DocumentError` when the target does not support the verb. */
export function buildMessageAction(
  verb: ActionVerb,
  target: string,
  value: unknown,
  scope: TemplateScope,
  action: ValueLocation,
  type: ValueType = 'any',
): MessageAction {
  const isObject = typeof value === 'object' && value !== null
  const read = isObject || type === 'any' ? compileValue(value, scope, locateWithin(action, 'value')) : undefined
  const template: CompiledTemplate = isObject
    ? [{ name: target, read: (call) => JSON.stringify(read?.(call)) }]
    : compileTemplate(String(value ?? ''), scope, locateWithin(action, 'value'))
  const location = locateWithin(action, verb)
  if (target.startsWith(headerPrefix)) return headerAction(verb, target.slice(headerPrefix.length), template, location)
  if (target === 'message.headers' && verb === 'set') return headersAction(template)
  if (verb === 'add' && target.startsWith('message.'))
    throw new DocumentError(location, `"add" works only on message.headers.NAME and variables - found "${target}"`)
  if (target === 'message.status.reason') return reasonAction(verb, template)
  if (target === 'message.body') return bodyAction(verb, template, isObject)
  if (target === 'message.status.code') return statusAction(verb, template, locateWithin(action, 'value'))
  if (target.startsWith('message.') || readOnly.test(target))
    throw new DocumentError(
      location,
      `"${target}" cannot be changed; message.headers.NAME, message.body, message.status.code and variables of your own can`,
    )
  return variableAction(verb, target, template, type, typeof value === 'string' ? undefined : read)
}

/** Returns the reader of a value that is no text alone. Templates in its texts do not change its structure. */
function compileValue(value: unknown, scope: TemplateScope, location: ValueLocation): (call: Call) => unknown {
  if (typeof value === 'string') {
    const template = compileTemplate(value, scope, location)
    return (call) => renderTemplate(template, call)
  }
  if (typeof value !== 'object' || value === null) return () => value ?? ''
  const members = Object.entries(value).map(([name, each]) => [name, compileValue(each, scope, location)] as const)
  if (Array.isArray(value)) return (call) => members.map(([, read]) => read(call))
  return (call) => Object.fromEntries(members.map(([name, read]) => [name, read(call)]))
}

function headerAction(
  verb: ActionVerb,
  name: string,
  template: CompiledTemplate,
  location: ValueLocation,
): MessageAction {
  const lower = name.toLowerCase()
  if (!headerName.test(name)) throw new DocumentError(location, `"${name}" is not the name of a header`)
  if (framing.test(lower)) throw new DocumentError(location, `the header "${name}" is set by the gateway itself`)
  const isAuthorization = lower === 'authorization' // an Authorization header of a policy replaces that of the caller
  return (call) => {
    if (isAuthorization) call.caller.isAuthorizationConsumed = true
    if (verb === 'clear') {
      removeHeader(call.message.headers, lower)
      return undefined
    }
    const text = renderHeaderTemplate(template, call)
    if (text === undefined) return unusable
    call.message.noteHeader(lower)
    if (verb === 'set') removeHeader(call.message.headers, lower)
    for (const each of listValues(lower, text)) call.message.headers.push(name, each)
    return undefined
  }
}

/** Sets each header of an object, such as the headers of a response in a variable. Those of the framing are left out. */
function headersAction(template: CompiledTemplate): MessageAction {
  return (call) => {
    const found = parseIfJson(renderTemplate(template, call), call.route.bodyLimits)
    if (typeof found !== 'object' || found === null || Array.isArray(found)) return unusable
    for (const [name, value] of Object.entries(found)) {
      const lower = name.toLowerCase()
      if (framing.test(lower) || lower === 'content-encoding') continue
      if (!headerName.test(name) || control.test(String(value))) return unusable
      setMessageHeader(call, name, String(value))
    }
    return undefined
  }
}

/** Returns the values of one text: a variable has the Set-Cookie headers of a response joined. */
function listValues(lowerName: string, text: string): readonly string[] {
  return lowerName === 'set-cookie' ? text.split(nextCookie) : [text]
}

/** Sets or removes a header. Throws an `Error` for one of the gateway's own, and for what cannot be sent. */
export function setMessageHeader({ message, caller }: Call, name: string, value?: string | readonly string[]): void {
  const lower = name.toLowerCase()
  const texts = [value ?? []].flat().flatMap((each) => listValues(lower, each))
  if (!headerName.test(name)) throw new Error(`"${name}" is not the name of a header`)
  if (framing.test(lower)) throw new Error(`the header "${name}" is set by the gateway itself`)
  if (texts.some((each) => control.test(each))) throw new Error(`the header "${name}" has a control character`)
  if (lower === 'authorization') caller.isAuthorizationConsumed = true
  removeHeader(message.headers, lower)
  if (value !== undefined) message.noteHeader(lower)
  for (const each of texts) message.headers.push(name, encodeHeaderText(each))
}

function bodyAction(verb: ActionVerb, template: CompiledTemplate, isObject: boolean): MessageAction {
  return (call) => {
    replaceWithDecoded(call.message, verb === 'clear' ? undefined : renderTemplate(template, call))
    if (isObject) markParsed(call.message)
    return undefined
  }
}

function statusAction(verb: ActionVerb, template: CompiledTemplate, location: ValueLocation): MessageAction {
  const fixed = findFixedText(template)
  if (verb === 'set' && fixed !== undefined && !isStatus(fixed))
    throw new DocumentError(location, `message.status.code must be 200 to 599 - found "${fixed}"`)
  return (call) => {
    const text = verb === 'clear' ? '200' : renderTemplate(template, call)
    if (!isStatus(text)) {
      call.outcome.detail = `message.status.code must be 200 to 599 - found "${text}"`
      return unusable
    }
    call.message.status = Number(text)
    return undefined
  }
}

/** Sets the reason phrase, which callers with HTTP/1.1 get. */
function reasonAction(verb: ActionVerb, template: CompiledTemplate): MessageAction {
  return (call) => {
    const phrase = verb === 'clear' ? '' : renderTemplate(template, call)
    if (!isReasonPhrase(phrase)) return unusable
    call.message.reasonPhrase = phrase
    return undefined
  }
}

/** Sets a variable, adds a value to the list of a variable, or clears a variable with its members. */
function variableAction(
  verb: ActionVerb,
  name: string,
  template: CompiledTemplate,
  type: ValueType,
  readValue?: (call: Call) => unknown,
): MessageAction {
  const [only] = template
  const variable = template.length === 1 && typeof only === 'object' && type === 'any' ? only : undefined
  return (call) => {
    const { message } = call
    message.variables ??= new Map()
    if (verb === 'clear') {
      for (const each of [...message.variables.keys()])
        if (each === name || each.startsWith(`${name}.`)) message.variables.delete(each)
      return undefined
    }
    const set = readValue ? readValue(call) : variable && findSetVariable(call, variable.name)
    const value = set === undefined ? convertText(renderComposedText(template, call), type) : set
    if (value === undefined) return unusable
    const known = verb === 'add' ? message.variables.get(name) : undefined
    message.variables.set(name, known === undefined ? value : [known, value].flat())
    return undefined
  }
}

/** Returns the value of a text; undefined when the text does not have the type. */
function convertText(text: string | undefined, type: ValueType): unknown {
  if (text === undefined) return undefined
  if (type === 'number') return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : undefined
  if (type === 'boolean') return /^(?:true|false)$/i.test(text) ? text.toLowerCase() === 'true' : undefined
  return text
}

function isStatus(text: string): boolean {
  return /^[2-5]\d\d$/.test(text)
}
