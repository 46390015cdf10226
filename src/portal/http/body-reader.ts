/** Reads the JSON body of a request and validates it against the schema of the resource. */
import type { ErrorObject, ValidateFunction } from 'ajv'
import type { Context } from 'koa'
import type { TSchema } from '../../lib/json-schema/type.ts'
import { onceAsync } from '../../lib/time/once-async.ts'

import type { ProblemDetails } from '../rest/index.ts'
import { PortalError } from './portal-error.ts'

const bodyTimeoutMs = 15_000
const maxBodyBytes = 64 * 1024 // bytes; only access tokens need this much

/** Loaded with the first body, so that workers start faster. */
const parser = onceAsync(async () => {
  const { default: bodyParser } = await import('koa-bodyparser')
  return bodyParser({
    enableTypes: ['json'],
    jsonLimit: `${maxBodyBytes}b`,
    strict: true,
    onerror(error) {
      const { status, type } = error as { status?: number; type?: string }
      if (status === 413)
        throw new PortalError('too_long', { detail: `The body is longer than ${maxBodyBytes / 1024} KiB.` })
      if (type === 'request.aborted') throw new PortalError('no_json')
      throw new PortalError('no_json', { detail: `The body is not well-formed JSON: ${error.message}` })
    },
  })
})

const compiler = onceAsync(async () => {
  const { Ajv } = await import('ajv')
  return new Ajv({ allErrors: true, strict: false })
})

/**
 * Returns a function that reads and validates a body. It throws a `PortalError` for a body that is not JSON, too
 * long or invalid.
 */
export function buildBodyReader<T>(schema: TSchema): (ctx: Context) => Promise<T> {
  const validator = onceAsync(async () => (await compiler()).compile(schema))

  return async function read(ctx) {
    if (!ctx.is('application/json')) throw new PortalError('wrong_type')
    const parse = await parser()
    const late = setTimeout(() => ctx.req.destroy(), bodyTimeoutMs)
    await parse(ctx as never, async () => {}).finally(() => clearTimeout(late))
    const body: unknown = (ctx.request as { body?: unknown }).body
    if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new PortalError('no_json')
    const validate = await validator()
    if (!validate(body)) throw new PortalError('wrong_body', buildErrorDetails(validate, schema))
    return body as T
  }
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

/**
 * Returns the member and the error text: the text `x-words` of the schema if present, otherwise that of the
 * validator.
 */
function describeError(
  { keyword, instancePath, params, message }: ErrorObject,
  schema: TSchema,
): [string, string] {
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
