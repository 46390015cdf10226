/** What callers of the customer API send, checked. */
import { didYouMean } from '../../../shared/lib/output/suggest.ts'
import { SampleError } from '../errors/json-error-boundary.ts'
import type { CustomerData } from './customer-table.ts'

const members = ['firstname', 'lastname', 'address'] as const
const longest = 1000

/** A customer from a body. Its `id` may be missing; in an update it may be the one of the path. */
export function parseCustomer(body: unknown, id?: number): CustomerData {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new SampleError(400, `the body must be an object with ${members.join(', ')}`)
  }
  const fields = body as Record<string, unknown>
  const known: readonly string[] = ['id', ...members]
  const unknown = Object.keys(fields).find((name) => !known.includes(name))
  if (unknown !== undefined) {
    throw new SampleError(400, `a customer has no ${JSON.stringify(unknown)}${didYouMean(unknown, members)}`)
  }
  if (id !== undefined && fields.id !== undefined && fields.id !== id) {
    throw new SampleError(400, `the body speaks of customer ${JSON.stringify(fields.id)}, the path of customer ${id}`)
  }
  const [firstname, lastname, address] = members.map((name) => readText(name, fields[name]))
  return { firstname, lastname, address } as CustomerData
}

/** The id of a path: an integer. */
export function parseCustomerId(text: string | undefined): number {
  return readInteger('customerId', text)
}

/** How many customers are wanted; undefined for all of them. */
export function parseMaxResults(text: string | string[] | undefined): number | undefined {
  if (text === undefined) return undefined
  const max = readInteger('max', text)
  if (max < 0) throw new SampleError(400, `max must not be negative, found ${max}`)
  return max
}

function readText(name: string, value: unknown): string {
  if (value === undefined) throw new SampleError(400, `${name} is missing`)
  if (typeof value !== 'string' || value.trim() === '') {
    throw new SampleError(400, `${name} must be a text that is not empty, found ${JSON.stringify(value)?.slice(0, 60)}`)
  }
  if (value.length > longest) throw new SampleError(400, `${name} is longer than ${longest} characters`)
  return value
}

function readInteger(name: string, text: string | string[] | undefined): number {
  const number = typeof text === 'string' && /^-?\d{1,15}$/.test(text) ? Number(text) : undefined
  if (number === undefined) {
    throw new SampleError(400, `${name} must be one integer, found ${JSON.stringify(text)?.slice(0, 60)}`)
  }
  return number
}
