import test, { type ExecutionContext } from 'ava'
import { mqParts } from '../../../../src/mq/parts.ts'
import { loadResources } from '../../../../src/mq/web/context/web-part.ts'
import { restRoutes } from '../../../../src/mq/web/routes.ts'
import type { OpenApiDocument } from '../../../../src/shared/http/openapi/openapi-document.ts'
import {
  assertRoutes,
  assertValidDocument,
  type DocumentedOperation,
  findUndocumented,
  listOperations,
} from '../../../_support/openapi.ts'
import { bindingsOf, openServer, settings, type TestServer } from '../_support/server.ts'

const user = 'mqadmin:mqadmin'
const xml = settings('', bindingsOf('com.ibm.mq.rest') + bindingsOf('com.ibm.mq.console'))

for (const prefix of ['/ibmmq/rest/v1', '/ibmmq/rest/v3', '/vendormq/rest/v2', '/ibmmq/console/api/v1']) {
  test(`${prefix} serves a valid document of its routes, and documents its responses`, async (t) => {
    const server = await openServer(t, {
      xml,
      console: true,
      commands: ['DEFINE QLOCAL(Q1)', 'DEFINE QLOCAL(Q2)', "DEFINE TOPIC(T1) TOPICSTR('t')"],
    })
    t.is((await server.call('GET', `${prefix}/openapi.json`)).status, 401)
    const document = (await server.call('GET', `${prefix}/openapi.json`, { user })).json as OpenApiDocument
    await assertValidDocument(t, document)
    t.is(document.servers[0]?.url, prefix)
    const version = Number(prefix.at(-1)) as 1 | 2 | 3
    const parts = await loadResources(mqParts)
    const routes = prefix.includes('console')
      ? parts.flatMap(({ consoleRoutes }) => consoleRoutes)
      : [...restRoutes, ...parts.flatMap((part) => part.routes)].filter(([, , versions]) => versions.includes(version))
    assertRoutes(
      t,
      document,
      routes.map(([method, path]) => [method, path]),
    )
    await callAll(t, server, prefix, document)
  })
}

/** Names in paths that exist, so that handlers reach their query parameters. */
const names: Readonly<Record<string, string>> = { qmgr: 'QM1', queue: 'Q1', qualifier: 'queue', topic: 't' }

/** Calls every operation once as it is, and once with each documented query parameter. */
async function callAll(t: ExecutionContext, server: TestServer, prefix: string, document: OpenApiDocument) {
  // The queue manager must run for all others.
  const ending = ['DELETE /qmgr/{qmgr}', 'POST /qmgr/{qmgr}/end']
  const operations = listOperations(document).filter(
    ({ method, path }) => path !== '/login' && !ending.includes(`${method} ${path}`),
  )
  for (const { method, path, operation } of operations) {
    const target = path.replaceAll(/\{(\w+)\}/g, (_, name) => names[name] ?? 'none')
    const { status, headers, text, json } = await send(server, method, prefix + target, operation)
    t.false(status === 404 && json?.error?.[0]?.msgId === 'MQWB0010E', `${method} ${path}: ${text}`)
    t.not(status, 405, `${method} ${path}`)
    const contentType = text === '' ? undefined : (headers['content-type'] as string)
    t.is(findUndocumented(document, method, target, { status, contentType, body: json }), undefined)
    for (const { name } of queryOf(operation)) {
      const tried = await send(server, method, `${prefix}${target}?${name}=`, operation)
      t.false(isUnknownParameter(tried.json, name), `${method} ${path} does not take ${name}`)
    }
  }
}

function send(server: TestServer, method: string, path: string, operation: DocumentedOperation['operation']) {
  const [type] = Object.keys(operation.requestBody?.content ?? {})
  const body = type === undefined ? {} : { body: type.endsWith('json') ? '{}' : 'text' }
  const headers = type === undefined ? {} : { headers: { 'Content-Type': type } }
  const roles: string[] = operation['x-roles'] ?? ['MQWebAdmin']
  const caller = roles.includes('MQWebAdmin') ? user : 'app:passw0rd'
  return server.call(method, path, { user: caller, ...body, ...headers })
}

function queryOf(operation: DocumentedOperation['operation']): { name: string }[] {
  return (operation.parameters ?? []).filter((each: { in: string }) => each.in === 'query')
}

function isUnknownParameter(json: { error?: { msgId: string; message: string }[] }, name: string): boolean {
  const [error] = json?.error ?? []
  return error?.msgId === 'MQWB0012E' && error.message.includes(`'${name}'`)
}
