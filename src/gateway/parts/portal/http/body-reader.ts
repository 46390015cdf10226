/** Reads the JSON body of a request and validates it against the schema of the resource. */
import type { IncomingMessage } from 'node:http'
import type { ErrorObject, ValidateFunction } from 'ajv'
import type { Context } from 'koa'
import { ClientDisconnectedError, readBody } from '../../../../shared/http/request/read-body.ts'
import { isJsonObject, JsonLimitError, requireJsonLimits } from '../../../../shared/lib/collections/json-object.ts'
import type { TSchema } from '../../../../shared/lib/json-schema/type.ts'
import { onceAsync } from '../../../../shared/lib/time/once-async.ts'
import { testPatternsAfterLengths } from '../../../lib/json-schema/pattern-after-length.ts'
import type { ProblemDetails } from '../rest/index.ts'
import { PortalError } from './portal-error.ts'

const bodyTimeoutMs = 15_000
const maxBodyBytes = 64 * 1024 // only access tokens and documents need this much

const compiler = onceAsync(async () => {
  const { Ajv } = await import('ajv')
  const ajv = new Ajv({ allErrors: true, strict: false })
  testPatternsAfterLengths(ajv)
  return ajv
})

/** Returns a function that reads a body. It throws a `PortalError` for one that is not JSON, too long or invalid. */
export function buildBodyReader<T>(schema: TSchema, maxBytes = maxBodyBytes): (ctx: Context) => Promise<T> {
  const validator = onceAsync(async () => (await compiler()).compile(schema))

  return async function read(ctx) {
    if (!ctx.is('application/json')) throw new PortalError('wrong_type')
    const body = await readJsonObject(ctx.req, maxBytes)
    const validate = await validator()
    if (!validate(body)) throw new PortalError('wrong_body', buildErrorDetails(validate, schema))
    return body as T
  }
}

/** Reads a JSON object. An empty body counts as an object without members. */
async function readJsonObject(request: IncomingMessage, maxBytes: number): Promise<object> {
  if ((request.headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity')
    throw new PortalError('wrong_type', { detail: 'The body must be sent without a Content-Encoding.' })
  const body = parseJson(await readWithinDeadline(request, maxBytes), maxBytes)
  if (!isJsonObject(body)) throw new PortalError('no_json')
  return body
}

/** Destroys a request whose body does not arrive in time. */
async function readWithinDeadline(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const timer = setTimeout(() => request.destroy(), bodyTimeoutMs)
  try {
    return await readBody(request, maxBytes, () => createTooLongError(maxBytes))
  } catch (error) {
    throw error instanceof ClientDisconnectedError ? new PortalError('no_json', { cause: error }) : error
  } finally {
    clearTimeout(timer)
  }
}

function createTooLongError(maxBytes: number): PortalError {
  return new PortalError('too_long', { detail: `The body is longer than ${maxBytes / 1024} KiB.` })
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function parseJson(bytes: Buffer, maxBytes: number): unknown {
  if (bytes.length === 0) return {}
  try {
    requireJsonLimits(bytes, { bytes: maxBytes })
    return JSON.parse(utf8.decode(bytes), rejectPrototype)
  } catch (cause) {
    if (cause instanceof JsonLimitError) throw new PortalError('too_long', { detail: `${cause.message}.`, cause })
    const detail = `The body is not well-formed JSON: ${(cause as Error).message}`
    throw new PortalError('no_json', { detail, cause })
  }
}

/** Rejects a member that would replace the prototype of an object that copies it. */
function rejectPrototype(name: string, value: unknown): unknown {
  if (name === '__proto__') throw new SyntaxError('a member must not be named "__proto__"')
  return value
}

function buildErrorDetails({ errors }: ValidateFunction, schema: TSchema) {
  const fields = new Map<string, string>()
  for (const error of errors ?? []) {
    const [field, message] = describeError(error, schema)
    if (!fields.has(field)) fields.set(field, message)
  }
  const list: ProblemDetails['fields'] = [...fields].map(([field, message]) => ({ field, message }))
  return { detail: list.map(({ message }) => `${message}.`).join(' '), fields: list }
}

/** Returns the member and the error text: `x-words` of the schema, or the text of the validator. */
function describeError({ keyword, instancePath, params, message }: ErrorObject, schema: TSchema): [string, string] {
  const [member = ''] = instancePath.split('/').slice(1)
  const members = (schema as { properties?: Record<string, { 'x-words'?: string }> }).properties ?? {}
  if (keyword === 'required') {
    const missing = params.missingProperty as string
    return [missing, `"${missing}" is missing`]
  }
  if (keyword === 'additionalProperties') {
    const strange = params.additionalProperty as string
    return [strange, `"${strange}" is not known here, but ${Object.keys(members).join(', ')}`]
  }
  const words = members[member]?.['x-words']
  return [member, words === undefined ? `"${member}" ${message}` : `"${member}" must be ${words}`]
}
