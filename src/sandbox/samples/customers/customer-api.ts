/** The customer API of the sandbox, `/customerdb/v1`. It trusts its callers: the gateway is in front. */
import Router from '@koa/router'
import Koa from 'koa'
import bodyParser from 'koa-bodyparser'
import { type ConnectionSettings, defaultConnectionSettings } from '../../../shared/http/inbound/connection-settings.ts'
import { openLoggedConnectionLimits } from '../../../shared/http/inbound/logged-connection-limits.ts'
import { type Listener, openListener } from '../../../shared/http/listener/listener.ts'
import { type Log, silentLog } from '../../../shared/lib/output/log.ts'
import { didYouMean } from '../../../shared/lib/output/suggest.ts'
import { jsonErrorBoundary, SampleError } from '../errors/json-error-boundary.ts'
import { type CustomerData, type CustomerTable, openCustomerTable } from './customer-table.ts'

interface CustomersOptions {
  host: string
  /** 0 takes any free port. */
  port: number
  /** Where the customers are kept. Made, with its folder and eight customers, when it does not exist. */
  file: string
  log?: Log
  connections?: ConnectionSettings
}

/** Starts the server. Rejects with the reason when the file or the port cannot be had. */
export async function startCustomerApi({
  host,
  port,
  file,
  log = silentLog,
  connections = defaultConnectionSettings(),
}: CustomersOptions) {
  const table = openCustomerTable(file)
  try {
    const handler = appOf(table, log).callback()
    const limits = openLoggedConnectionLimits({ settings: connections, log })
    const listener = await openListener({ host, port, handler, limits, log })
    return { ...listener, close: () => closeBoth(listener, table) } satisfies Listener
  } catch (error) {
    table.close()
    throw error
  }
}

async function closeBoth(listener: Listener, table: CustomerTable): Promise<void> {
  await listener.close()
  table.close()
}

function appOf(table: CustomerTable, log: Log): Koa {
  const router = new Router({ prefix: '/customerdb/v1' })
  const json = [requireJson, bodyParser({ enableTypes: ['json'], jsonLimit: '64kb', strict: true })] as const

  router.get('/customers', (ctx) => {
    ctx.body = table.list(parseMaxResults(ctx.query.max))
  })
  router.post('/customers', ...json, (ctx) => {
    const id = table.add(parseCustomer(ctx.request.body))
    ctx.body = { message: `customer ${id} has been added` }
  })
  router.get('/customers/:customerId', (ctx) => {
    const id = parseCustomerId(ctx.params.customerId)
    const customer = table.find(id)
    if (!customer) throw noCustomer(id)
    ctx.body = customer
  })
  router.put('/customers/:customerId', ...json, (ctx) => {
    const id = parseCustomerId(ctx.params.customerId)
    if (!table.update(id, parseCustomer(ctx.request.body, id))) throw noCustomer(id)
    ctx.body = { message: `customer ${id} has been updated` }
  })
  router.delete('/customers/:customerId', (ctx) => {
    const id = parseCustomerId(ctx.params.customerId)
    if (!table.remove(id)) throw noCustomer(id)
    ctx.body = { message: `customer ${id} has been deleted` }
  })

  const app = new Koa()
  app.use(jsonErrorBoundary(log)).use(router.routes()).use(router.allowedMethods())
  return app
}

/** A form or a text must not be taken for an empty object. */
const requireJson: Koa.Middleware = async function requireJson(ctx, next) {
  if (!ctx.request.is('json'))
    throw new SampleError(415, 'send the customer as JSON, with the content type application/json')
  await next()
}

function noCustomer(id: number): SampleError {
  return new SampleError(404, `there is no customer ${id}`)
}

/** What callers of the customer API send, checked. */
const members = ['firstname', 'lastname', 'address'] as const
const longest = 1000

/** A customer from a body. Its `id` may be missing; in an update it may be the one of the path. */
function parseCustomer(body: unknown, id?: number): CustomerData {
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
function parseCustomerId(text: string | undefined): number {
  return readInteger('customerId', text)
}

/** How many customers are wanted; undefined for all of them. */
function parseMaxResults(text: string | string[] | undefined): number | undefined {
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
