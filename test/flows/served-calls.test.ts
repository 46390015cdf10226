/** Served calls are explained, and stay explained after a restart. */
import test from 'ava'

import { caller, getToken } from '../_support/client.ts'
import { eventually } from '../_support/eventually.ts'
import { logLines, type Product, sluice, startProduct } from '../_support/product.ts'
import { sharedProduct } from '../_support/shared-product.ts'

const customers = '/acme/sandbox/customerdb/v1/customers'
const product = sharedProduct(test, { SLUICE_WORKERS: '2' })

async function callId(from: Product): Promise<string> {
  const { access_token } = await getToken(from.gateway)
  const response = await caller(from.gateway, access_token)('GET', `${customers}?secret=query`)
  await response.text()
  return String(response.headers.get('x-request-id'))
}

test.serial(
  'why explains a served call: operation, requirement, limits, policies, target and their times',
  async (t) => {
    const id = await callId(product)
    const { output, errors } = await sluice(['why', id], product.data)
    t.regex(output, /^GET \/acme\/sandbox\/customerdb\/v1\/customers was served: 200\n/, errors)
    t.regex(output, /ok {2}the API defines the method for the path: GET is \S+ \(apis\/customer.*\.yaml:\d+\)/)
    t.regex(output, /ok {2}the token has the scopes of the operation: .*customer.*\(apis\//)
    t.regex(output, /ok {2}the upstream responds: http:\/\/127\.0\.0\.1:\d+ \(the only target\): 200/)
    t.regex(output, /\d\.\d{3} +\d+\.\d{3} {2}authorisation\n/)
    t.regex(output, /\d\.\d{3} +\d+\.\d{3} {2}invoke +apis\/customer[^\n]*response 200\n/)
    t.notRegex(output, /NO|--|secret/)
  },
)

test.serial(
  'a served call is explained after a restart and while no gateway runs; its log line has the revision',
  async (t) => {
    const id = await callId(product)
    const line = await eventually(async () => logLines(product.log()).find(({ requestId }) => requestId === id))
    t.regex(String(line?.revision), /^[0-9a-f]{12}$/)
    await product.stop()
    const without = await sluice(['why', id, '--json'], product.data)
    t.like(JSON.parse(without.output), { requestId: id, reason: 'served', revision: line?.revision, user: 'alice' })
    t.notRegex(without.output, /secret=|eyJ/)

    Object.assign(product, await startProduct(product.data, { SLUICE_CONFIG: product.folder }))
    const { output } = await sluice(['why', id], product.data)
    t.regex(output, new RegExp(`\\nrevision ${line?.revision}, sandbox-app\\n`))
  },
)

test.serial('calls that nobody may keep are not kept', async (t) => {
  await product.stop()
  Object.assign(product, await startProduct(product.data, { SLUICE_CONFIG: product.folder, SLUICE_KEPT_CALLS_MB: '0' }))
  const id = await callId(product)
  const { status, errors } = await sluice(['why', id], product.data)
  t.is(status, 1)
  t.regex(errors, new RegExp(`no record of a call "${id}"`))
})
