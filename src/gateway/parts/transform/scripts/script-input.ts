/** What a script is given of a call: only what its source mentions, because every value has to reach another thread. */
import { decodeHeaderText } from '../../../../shared/lib/headers/header-text.ts'
import type { Call } from '../../../data-plane/call/call.ts'
import { isParsed, readDecodedBody } from '../../../data-plane/message/decoded-body.ts'
import { findVariableReader, variableNames } from '../../../data-plane/templates/variables.ts'
import type { ScriptInput } from './script-runner.ts'

/** What the source of a script mentions. */
export interface ScriptNeeds {
  body: boolean
  requestBody: boolean
  request: boolean
  debugLog: boolean
  variables: readonly KnownVariable[]
}

export interface KnownVariable {
  name: string
  read: (call: Call) => string
}

/** A read of a variable whose name the script computes: it is no text alone. */
export const computedName =
  /(?:\bcontext\.get|\bget(?:[vV]ariable|Context)|(?<![.\w$])get)\(\s*(?!(['"])[^'"]*\1\s*[,)])/

/**
 * Returns what a script needs. A script that puts names together gets all variables that begin as in its source, and
 * one that reads `error` or `client.app` as a whole gets the members.
 */
export function findScriptNeeds(source: string, debugLog: boolean): ScriptNeeds {
  const isFor = computedName.test(source) ? () => true : (name: string) => mentions(source, name)
  const names = variableNames.filter((name) => !/NAME$|^message\.|^request\.body/.test(name) && isFor(name))
  return {
    body: /body|attachments|readAs|readInput|session|['"`]message['"`]/i.test(source),
    requestBody: mentionsRequestBody(source),
    request: /request|session|\boriginal\b|service-metadata/.test(source),
    debugLog,
    variables: names.flatMap((name) => {
      const read = findVariableReader(name, new Set())
      return read ? [{ name, read }] : []
    }),
  }
}

/** Returns whether a script may read the body that the caller sent, after another policy has replaced it. */
export function mentionsRequestBody(source: string): boolean {
  return /request\W{0,4}body|INPUT\b|getvariable\(\s*['"`]request['"`]/.test(source)
}

function mentions(source: string, name: string): boolean {
  if (source.includes(name)) return true
  const parts = name.split('.')
  const [start = ''] = parts
  if (start === 'error' && source.includes('getError')) return true
  const above = parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('.'))
  if (new RegExp(`['"\`](?:${above.join('|')})['"\`]`).test(source)) return true
  return new RegExp(`['"\`]${start}\\.(?:[\\w-]+\\.)*(?:['"\`]|\\$\\{)`).test(source)
}

/** Returns the input of a script. Rejects as `readDecodedBody` does. */
export function buildScriptInput(call: Call, needs: ScriptNeeds, limit: number): ScriptInput | Promise<ScriptInput> {
  const text = renderInput(call, needs)
  if (!needs.body && !needs.requestBody) return { input: text, body: undefined, requestBody: undefined }
  return readDecodedBody(call, limit).then((body) => ({
    input: text,
    body,
    requestBody: needs.requestBody ? (call.message.requestPayload ?? body) : undefined,
  }))
}

function renderInput(call: Call, needs: ScriptNeeds): string {
  const { readableHeaders: headers, status, reasonPhrase, variables } = call.message
  const names: string[] = []
  const values: string[] = []
  const lower: string[] = []
  for (let index = 0; index < headers.length; index += 2) {
    const name = headers[index] ?? ''
    names.push(name)
    lower.push(name.toLowerCase())
    values.push(decodeHeaderText(headers[index + 1] ?? ''))
  }
  const known: Record<string, string> = {}
  for (const { name, read } of needs.variables) known[name] = read(call)
  return JSON.stringify({
    names,
    values,
    lower,
    status,
    reason: reasonPhrase,
    isParsed: isParsed(call.message),
    isDebugged: needs.debugLog,
    variables: variables ? Object.fromEntries(variables) : {},
    known,
    request: needs.request ? renderRequest(call) : emptyRequest,
  })
}

const emptyRequest = { headers: {}, verb: '', uri: '', path: '', search: '', parameters: {} }

function renderRequest(call: Call): object {
  const { target, route, request } = call
  return {
    headers: request.headers,
    verb: call.method,
    uri: target.path + target.search,
    path: target.path.slice(route.api?.catalog.path.length ?? 0),
    search: target.search,
    parameters: renderParameters(call),
  }
}

/** Returns the parameters of path and query, each with its locations and values, as the product does. */
function renderParameters({ target, route }: Call): Record<string, { locations: string[]; values: string[] }> {
  const found: Record<string, { locations: string[]; values: string[] }> = Object.create(null)
  const add = (location: string, name: string, value: string) => {
    found[name] ??= { locations: [], values: [] }
    found[name].locations.push(location)
    found[name].values.push(value)
  }
  for (const [index, name] of (route.endpoint?.parameterNames ?? []).entries())
    add('path', name, decodeURIComponent(route.parameters[index] ?? ''))
  for (const [name, value] of new URLSearchParams(target.search)) add('query', name, value)
  return found
}
