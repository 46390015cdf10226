/** Served calls are explained, and stay explained after a restart. */
import { spawn } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { caller, getToken } from '../_support/client.ts'
import { changeText, copyDocuments } from '../_support/documents.ts'
import { betweenCommands, eventually } from '../_support/eventually.ts'
import { logLines, type Product, sluice, startProduct } from '../_support/product.ts'
import { findCommand } from '../_support/product-package.ts'
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
    t.notRegex(output, /^(NO|--) |secret/m) // the id of a token can have these letters
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

test.serial(
  'why --replay lists by application the calls that other documents would decide differently; plan counts them',
  async (t) => {
    const id = await callId(product)
    await fetch(`${product.gateway}${customers}`)
    await sluice(['why', id], product.data) // the call is kept
    const other = join(product.data, 'other')
    await copyDocuments(other)
    const environment = { SLUICE_CONFIG: product.folder }
    const same = await eventually(async () => {
      const ended = await sluice(['why', '--replay', '--exit-code'], product.data, environment)
      return /^0 of [3-9] calls of the last day would be decided differently\n$/.test(ended.output) ? ended : undefined
    }, betweenCommands)
    t.is(same?.status, 0)

    const api = join(other, 'apis/customer-database.yaml')
    await changeText(api, 'customer-oauth: [customer]', 'customer-oauth: [more]')
    await changeText(api, 'scopes: { customer: Access to Customer API }', 'scopes: { more: More }')
    await changeText(join(other, 'providers/customer-oauth.yaml'), /\nscopes:\n/, '\nscopes:\n  more: More\n')
    const { status, output, errors } = await sluice(
      ['why', '--replay', other, '--exit-code'],
      product.data,
      environment,
    )
    t.is(status, 3, errors)
    t.regex(
      output,
      /^sandbox-app: \d+ calls?\n +\d+ {2}customer-database:1\.0\.0 getAllCustomers: served -> scope_insufficient.*such as \S+\n/,
    )
    const plan = await sluice(['plan', other], product.data, environment)
    t.regex(
      plan.output,
      /\n\d+ of \d+ calls of the last day would be decided differently: "sluice why --replay" lists them\n$/,
      plan.errors,
    )
  },
)

test.serial(
  'tail prints the calls that pass its filters, without colours in a pipe, and ends with Ctrl+C',
  async (t) => {
    const { FORCE_COLOR: _, ...environment } = process.env // ava asks for colours
    const child = spawn(
      process.execPath,
      [await findCommand('sluice'), 'tail', '--app', 'sandbox-app', '--status', '2xx'],
      { env: { ...environment, SLUICE_DATA: product.data } },
    )
    t.teardown(() => child.kill('SIGKILL'))
    let output = ''
    child.stdout.on('data', (chunk) => {
      output += chunk
    })
    const ended = new Promise((resolve) => child.once('close', resolve))
    let id = ''
    await eventually(async () => {
      id = await callId(product)
      await fetch(`${product.gateway}${customers}`)
      return output.includes('\n') || undefined
    })
    child.kill('SIGINT')
    t.is(await ended, 0)
    t.not(id, '')
    for (const line of output.trimEnd().split('\n'))
      t.regex(
        line,
        /^[\d:.]{12} {2}200 {2} *\d+\.\d ms {2}GET \/acme\S+\/customers {2}sandbox-app {2}customer-database:1\.0\.0 getAllCustomers {2}\S+$/,
      )
  },
)

test.serial('why --html writes a page that loads nothing, with a picture of the stages', async (t) => {
  const id = await callId(product)
  const file = join(product.data, 'call.html')
  t.is((await sluice(['why', id, '--html', file], product.data)).status, 0)
  const page = await readFile(file, 'utf8')
  t.regex(page, /default-src 'none'/)
  t.regex(page, /<title>invoke: [^<]*apis\/customer-database\.yaml:\d+, response 200<\/title>/)
  t.notRegex(page, /<script|src=|href=/)
})

test.serial('profile writes a CPU profile of a worker and a flame graph that loads nothing', async (t) => {
  const out = join(product.data, 'profile')
  const { status, errors } = await sluice(['profile', '--seconds', '1', '--out', out], product.data)
  t.is(status, 0, errors)
  const profile = JSON.parse(await readFile(`${out}.cpuprofile`, 'utf8'))
  t.true(profile.nodes.length > 1)
  t.is(profile.samples.length, profile.timeDeltas.length)
  const page = await readFile(`${out}.html`, 'utf8')
  t.regex(page, /title="all : [\d.]+ ms, 100\.0 %"/)
  t.regex(page, /script-src 'sha256-/)
  t.notRegex(page, /src=|href=|https?:/)
})

test.serial('why says of a served call that it is above a soft limit', async (t) => {
  const { access_token } = await getToken(product.gateway)
  const call = caller(product.gateway, access_token)
  const exceeding = await eventually(async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, () => call('GET', customers)))
    await Promise.all(responses.map((each) => each.text()))
    return responses.find(({ headers }) => headers.has('x-ratelimit-exceeded'))
  })
  t.is(exceeding?.status, 200)
  const { output } = await sluice(['why', String(exceeding?.headers.get('x-request-id'))], product.data)
  t.regex(
    output,
    /ok {2}the call is within the limits of the plan: rate "default": \d+ above the limit, which rejects none, for \d+ s/,
  )
})

test.serial('why --test prints a test that passes with the same documents', async (t) => {
  const id = await callId(product)
  const { output, errors } = await sluice(['why', id, '--test'], product.data)
  t.notRegex(output, /secret|eyJ/, errors)
  await writeFile(join(product.folder, 'apis/kept.test.yaml'), output)
  const ran = await sluice(['test', product.folder, '--name', 'customers is served'], product.data)
  t.regex(ran.output, /1 passed, 0 failed/, ran.errors)
})

test.serial('calls that nobody may keep are not kept', async (t) => {
  await product.stop()
  Object.assign(product, await startProduct(product.data, { SLUICE_CONFIG: product.folder, SLUICE_KEPT_CALLS_MB: '0' }))
  const id = await callId(product)
  const { status, errors } = await sluice(['why', id], product.data)
  t.is(status, 1)
  t.regex(errors, new RegExp(`no record of a call "${id}"`))
})
