/** The customer API of the sandbox, `/customerdb/v1`. It trusts its callers: the gateway is in front. */
import Router from '@koa/router'
import Koa from 'koa'
import bodyParser from 'koa-bodyparser'
import { type ConnectionSettings, defaultConnectionSettings } from '../../../shared/http/inbound/connection-settings.ts'
import { openLoggedConnectionLimits } from '../../../shared/http/inbound/logged-connection-limits.ts'
import { type Listener, openListener } from '../../../shared/http/listener/listener.ts'
import { type Log, silentLog } from '../../../shared/lib/output/log.ts'
import { jsonErrorBoundary, SampleError } from '../errors/json-error-boundary.ts'
import { type CustomerTable, openCustomerTable } from './customer-table.ts'
import { parseCustomer, parseCustomerId, parseMaxResults } from './input.ts'

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
