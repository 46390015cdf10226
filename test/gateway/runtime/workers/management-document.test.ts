import test from 'ava'
import { parse } from 'yaml'
import { buildManagementHandler } from '../../../../src/gateway/runtime/workers/management.ts'
import { openListener } from '../../../../src/shared/http/listener/listener.ts'
import type { OpenApiDocument } from '../../../../src/shared/http/openapi/openapi-document.ts'
import { assertRoutes, assertValidDocument, findUndocumented, listOperations } from '../../../_support/openapi.ts'

test('the management port serves a valid OpenAPI document, and its responses are as documented', async (t) => {
  const nodes = [
    { name: 'a', version: '1', revision: 'r1' },
    { name: 'b', version: '1', revision: 'r2' },
  ]
  const checks = {
    workers: { problem: undefined, neededFor: 'calls' },
    store: { problem: 'the disk is full', neededFor: 'tokens' },
  } as const
  const readiness = { workers: 2, checks, nodes }
  const handler = buildManagementHandler({ readiness: () => readiness, metrics: async () => '# none\n', hostNames: [] })
  const listener = await openListener({ host: '127.0.0.1', port: 0, handler })
  t.teardown(() => listener.close(0))

  const served = await fetch(`${listener.url}/openapi.json`)
  const document = (await served.json()) as OpenApiDocument
  await assertValidDocument(t, document)
  assertRoutes(
    t,
    document,
    ['/livez', '/readyz', '/metrics', '/openapi.json'].map((path) => ['GET', path]),
  )

  for (const { method, path } of listOperations(document)) {
    const { status, headers, ...response } = await fetch(`${listener.url}${path}`).then(async (each) => ({
      status: each.status,
      headers: each.headers,
      text: await each.text(),
    }))
    t.not(status, 404)
    const contentType = headers.get('content-type') ?? undefined
    const body = contentType?.includes('json') ? JSON.parse(response.text) : response.text
    t.is(findUndocumented(document, method, path, { status, contentType, body }), undefined)
  }

  const yaml = await fetch(`${listener.url}/openapi.json`, { headers: { accept: 'application/yaml' } })
  t.is(yaml.headers.get('content-type'), 'application/yaml; charset=utf-8')
  t.deepEqual(parse(await yaml.text()), document)
})
