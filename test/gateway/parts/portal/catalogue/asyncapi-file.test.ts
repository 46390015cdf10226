import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import test, { type ExecutionContext } from 'ava'
import { parse } from 'yaml'
import type { ApiView } from '../../../../../src/gateway/parts/portal/rest/index.ts'
import { onceAsync } from '../../../../../src/shared/lib/time/once-async.ts'
import { valid } from '../../../config/_support/folder.ts'
import { startPortal } from '../_support/portal.ts'

/** The document of the sandbox, with the provider of the test and without its assembly. */
const mq = (await readFile('apis/mq.yaml', 'utf8'))
  .replaceAll('customer-oauth', 'oauth')
  .replace(
    /\nx-ibm-configuration:[\s\S]*$/,
    '\nx-ibm-configuration: { assembly: { execute: [{ invoke: { target-url: "http://mq.example/" } }] } }\n',
  )
const scopes = ['mq.put', 'mq.get', 'mq.browse', 'mq.admin'].map((scope) => `  ${scope}: Queues`).join('\n')
const files = {
  'apis/mq.yaml': mq,
  'providers/oauth.yaml': valid['providers/oauth.yaml'].replace('scopes:\n', `scopes:\n${scopes}\n`),
  'catalogs/sandbox/products/mq.yaml': `product: 1.0.0
info: { name: mq, version: 1.0.0 }
apis: { mq: { name: "mq:1.0.0" } }
plans: { all: {} }
`,
}

/** The published schema (Apache-2.0, https://github.com/asyncapi/spec-json-schemas), without descriptions and examples. */
const schemaFile = join(import.meta.dirname, '_asyncapi-3.0.0.json')

/** The schema is compiled once, because that takes a second. */
const compileSchema = onceAsync(async () => {
  const schema = JSON.parse(await readFile(schemaFile, 'utf8'))
  const ajv = new Ajv({ strict: false, logger: false, meta: false, validateSchema: false })
  addFormats.default(ajv)
  return ajv.compile(schema)
})

async function validateAsyncApi(document: unknown): Promise<unknown> {
  const validate = await compileSchema()
  return validate(document) ? undefined : validate.errors?.slice(0, 5)
}

async function open(t: ExecutionContext) {
  const portal = await startPortal(t, { files })
  return { portal, anna: await portal.signedUp('anna') }
}

test('the AsyncAPI file of queues and topics is valid, and has the gateway and its provider', async (t) => {
  const { portal, anna } = await open(t)
  // biome-ignore lint/suspicious/noExplicitAny: a document
  const { status, body: document } = await anna.get<any>('/apis/mq:1.0.0/asyncapi.json')
  t.is(status, 200)
  t.is(await validateAsyncApi(document), undefined)
  t.deepEqual(document.servers.gateway, {
    host: new URL(portal.origin).host,
    protocol: 'http',
    pathname: '/acme/sandbox/mq/v1',
  })
  const { putMessage, streamQueue, publishMessage, acknowledgeLease } = document.operations
  t.like(putMessage, { action: 'send', bindings: { http: { method: 'POST' } } })
  t.like(putMessage.security[0], {
    scopes: ['mq.put'],
    flows: { password: { tokenUrl: `${portal.origin}/acme/sandbox/oauth/oauth2/token` } },
  })
  t.is(streamQueue.action, 'receive')
  t.is(publishMessage.action, 'send')
  t.is(acknowledgeLease, undefined)
  const channel = document.channels[putMessage.channel.$ref.slice('#/channels/'.length)]
  t.is(channel.address, '/messaging/qmgr/{qmgr}/queue/{queue}/message')
  t.is(channel.parameters.queue.description, 'The queue, such as DEV.QUEUE.1')
  t.deepEqual(Object.keys(channel.messages).sort(), ['browseMessage', 'getMessage', 'putMessage'])
  t.truthy(document.components.messages.putMessage.examples[0].payload)
})

test('the AsyncAPI file exists as YAML, and the API says that it has one', async (t) => {
  const { portal, anna } = await open(t)
  const url = `${portal.origin}/acme/sandbox/portal/api/v1/apis/mq:1.0.0/asyncapi.yaml`
  const yaml = await fetch(url, { headers: { cookie: anna.cookie ?? '' } })
  t.is(await validateAsyncApi(parse(await yaml.text())), undefined)
  t.true((await anna.get<ApiView>('/apis/mq:1.0.0')).body.hasMessages)
})

test('an API without messages has no AsyncAPI file', async (t) => {
  const { anna } = await open(t)
  t.like(await anna.get('/apis/customers:1.0.0/asyncapi.json'), { status: 404, body: { code: 'no_messages' } })
  t.false((await anna.get<ApiView>('/apis/customers:1.0.0')).body.hasMessages)
})

test('a document that lacks what AsyncAPI demands is found invalid by the test', async (t) => {
  t.truthy(await validateAsyncApi({ asyncapi: '3.0.0', info: { title: 'x' } }))
})
