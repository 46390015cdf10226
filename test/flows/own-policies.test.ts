/** A policy in a TypeScript file beside the documents: checked, run, explained and reloaded. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { eventually } from '../_support/eventually.ts'
import { sluice } from '../_support/product.ts'
import { sharedProduct } from '../_support/shared-product.ts'

const product = sharedProduct(test, { SLUICE_WORKERS: '2' })

const policy = (text: string) => `import type { Policy } from '@sluice-gateway/sluice/policies'

interface Settings { text: string }

const greet: Policy<Settings> = {
  policy: 'greet',
  settings: { type: 'object', required: ['text'], properties: { text: { type: 'string', title: 'Greeting', minLength: 1 } } },
  variables: () => ['greet.text'],
  explain: ({ text }) => \`somebody to say \${text} to\`,

  build({ text }, { template }) {
    if (text === 'nothing') throw new Error('there must be something to say')
    const render = template(text)
    return async (call) => {
      if (call.query.has('throw')) throw new Error('no voice')
      if (call.query.has('reject')) return { status: 409, message: 'Not now', error: 'BusyError' }
      const body = call.method === 'POST' ? await call.message.json() : undefined
      call.set('greet.text', \`\${render(call)}${text}\`)
      call.message.setHeader('X-Body', JSON.stringify(body))
      call.message.write({ said: call.get('greet.text') })
      return undefined
    }
  },
}

export default greet
`

const api = `swagger: '2.0'
info: { title: Greet, x-ibm-name: greet, version: 1.0.0 }
basePath: /greet
paths: { /any: { get: { responses: { 200: { description: OK } } }, post: { responses: { 200: { description: OK } } } } }
x-ibm-configuration:
  assembly:
    execute:
      - greet: { text: 'Hello $(request.parameters.name)' }
      - set-variable: { actions: [{ set: message.headers.X-Said, value: $(greet.text) }] }
    catch:
      - errors: [BusyError]
        execute: [{ set-variable: { actions: [{ set: message.headers.X-Caught, value: $(error.name) }, { set: message.status.code, value: 409 }] } }]
`

const file = () => join(product.folder, 'policies/greet.ts')
const call = (query = '', init: RequestInit = {}) => fetch(`${product.gateway}/acme/sandbox/greet/any${query}`, init)

test.serial('it is loaded while the gateway runs', async (t) => {
  await mkdir(join(product.folder, 'policies'), { recursive: true })
  await writeFile(file(), policy('!'))
  await writeFile(join(product.folder, 'apis/greet.yaml'), api)
  const products = join(product.folder, 'catalogs/sandbox/products/greet.yaml')
  await writeFile(
    products,
    'product: 1.0.0\ninfo: { name: greet, title: Greet, version: 1.0.0 }\napis: { greet: { name: "greet:1.0.0" } }\nplans: { default: { title: Default } }\n',
  )
  t.true(await eventually(async () => (await call()).status === 200 || undefined))
})

test.serial('it runs with its settings, variables and the body of the call', async (t) => {
  const response = await call('?name=Ada', { method: 'POST', body: '[1]' })
  t.is(response.headers.get('x-said'), 'Hello Ada!')
  t.is(response.headers.get('x-body'), '[1]')
  t.deepEqual(await response.json(), { said: 'Hello Ada!' })
  t.is((await call('', { method: 'POST', body: '{' })).status, 400)
})

test.serial('a rejection can be caught by its name', async (t) => {
  const response = await call('?reject')
  t.is(response.status, 409)
  t.is(response.headers.get('x-caught'), 'BusyError')
})

test.serial(
  'one that throws is 500, and why shows the error with file and line and what the policy demands',
  async (t) => {
    const response = await call('?throw')
    t.is(response.status, 500)
    t.false((await response.text()).includes('voice'))
    const { output } = await sluice(['why', String(response.headers.get('x-request-id'))], product.data)
    t.regex(output, /policy "greet" failed: no voice \(policies\/greet\.ts:15:\d+\); it demands somebody to say Hello/)
    t.regex(output, /decided at +apis\/greet\.yaml:8/)
  },
)

test.serial('wrong settings and a wrong file are problems with their places', async (t) => {
  const source = await readFile(join(product.folder, 'apis/greet.yaml'), 'utf8')
  const check = async (text: string, code = policy('!')) => {
    await writeFile(join(product.folder, 'apis/greet.yaml'), text)
    await writeFile(file(), code)
    return (await sluice(['check', product.folder], product.data)).output
  }
  t.regex(
    await check(source.replace(/\{ text: '.*' \}/, "{ text: 'nothing' }")),
    /apis\/greet\.yaml:8:9 policy "greet": there must be something to say \(policies\/greet\.ts:12:/,
  )
  t.regex(await check(source.replace(/\{ text: '.*' \}/, "{ txt: 'a' }")), /apis\/greet\.yaml:8:\d+ .*txt is not known/)
  t.regex(await check(source, policy('!').replace('explain:', 'explain')), /policies\/greet\.ts:9:1 /)
  t.notRegex(await check(source), / greet/)
})

test.serial('a changed file is reloaded in every worker; one with an error leaves the last in use', async (t) => {
  await writeFile(file(), policy('?'))
  const say = async () => (await call('?name=Ada', { headers: { connection: 'close' } })).headers.get('x-said')
  await eventually(
    async () => (await Promise.all([say(), say(), say(), say()])).every((each) => each === 'Hello Ada?') || undefined,
  )
  await writeFile(file(), 'export default')
  await eventually(async () => /policies\/greet\.ts:\d+:1 /.test(product.log()) || undefined)
  t.is(await say(), 'Hello Ada?')
  await rm(file())
  t.is(await say(), 'Hello Ada?')
})
