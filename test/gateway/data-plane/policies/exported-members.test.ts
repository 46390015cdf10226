import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import test, { type ExecutionContext } from 'ava'
import { type Files, valid } from '../../config/_support/folder.ts'
import { findProblemLines, serve } from '../_support/loaded.ts'
import { bodyOf, exchangeRaw, startBackend } from '../_support/servers.ts'

/** The members of an `invoke` that exported documents carry with these values. */
const exportedMembers = `
          version: 2.0.0
          backend-type: detect
          header-control: { type: blocklist, values: [] }
          parameter-control: { type: allowlist, values: [] }
          http-version: HTTP/1.1
          timeout: 60
          follow-redirects: false
          use-http-10: false
          chunked-uploads: true
          compression: false
          persistent-connection: true
          cache-response: protocol
          cache-putpost-response: false
          decode-request-params: false
          encode-plus-char: false
          graphql-send-type: detect
          websocket-upgrade: false
          stop-on-error: [null]
          output: message`

const path = '/acme/sandbox/customers/v1/customers'

/** Returns an API whose one policy has these settings, and whose `catch` names the error in a header. */
function buildApiFile(settings: string, policy = 'invoke') {
  return {
    'apis/customers.yaml': `openapi: 3.0.3
info: { title: Customers, version: 1.0.0, x-ibm-name: customers }
servers: [{ url: /customers/v1 }]
security: []
paths:
  /customers:
    get: { responses: { default: { description: any } } }
    post: { responses: { default: { description: any } } }
x-ibm-configuration:
  assembly:
    execute:
      - ${policy}:${settings}
    catch:
      - default:
          - set-variable: { actions: [{ set: message.headers.X-Caught, value: $(error.name) }] }
`,
  }
}

/** Returns the lines of the problems besides the one that every API without security has. */
async function findOtherProblems(t: ExecutionContext, files: Files): Promise<string[]> {
  return (await findProblemLines(t, files)).filter((line) => !line.includes('is open to everyone'))
}

/** Starts a backend that responds with the request as JSON: 404 at `/missing`, otherwise 200. */
async function startEcho(t: ExecutionContext): Promise<{ url: string; server: Server }> {
  const server = createServer(async (request, response) => {
    const { method, url, headers } = request
    response.statusCode = request.url === '/missing' ? 404 : 200
    response.end(JSON.stringify({ method, url, headers, body: await bodyOf(request) }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.close()
    server.closeAllConnections()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
}

test('an invoke with all members of an export is valid and calls the upstream', async (t) => {
  const { url } = await startEcho(t)
  const gateway = await serve(t, buildApiFile(`${exportedMembers}\n          target-url: "${url}/"`))
  const response = await fetch(gateway.url + path)
  t.is(response.status, 200)
  t.like(await response.json(), { method: 'GET' })
})

for (const [member, forwards] of [
  ['websocket-upgrade: false', false],
  ['websocket-upgrade: true', true],
  ['timeout: 60', true],
] as const) {
  test(`an invoke with ${member} ${forwards ? 'forwards' : 'does not forward'} a WebSocket upgrade`, async (t) => {
    const { url, server } = await startEcho(t)
    const upgrades: (string | undefined)[] = []
    server.on('upgrade', (request, socket) => {
      upgrades.push(request.headers.upgrade)
      socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\nframes')
    })
    const gateway = await serve(t, buildApiFile(` { target-url: "${url}/", ${member} }`))
    const response = await exchangeRaw(
      gateway.port,
      `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: abc\r\n\r\n`,
    )
    t.deepEqual(upgrades, forwards ? ['websocket'] : [])
    t.regex(response, forwards ? /^HTTP\/1\.1 101 / : /^HTTP\/1\.1 200 /)
    t.is(response.endsWith('frames'), forwards)
  })
}

for (const [list, status, caught] of [
  ['[null]', 404, null],
  ['[]', 404, null],
  ['[null, OperationError]', 404, 'OperationError'],
] as const) {
  test(`stop-on-error ${list} ${caught ? 'makes' : 'does not make'} an error of a 404`, async (t) => {
    const { url } = await startEcho(t)
    const gateway = await serve(t, buildApiFile(` { target-url: "${url}/missing", stop-on-error: ${list} }`))
    const response = await fetch(gateway.url + path)
    t.is(response.status, status)
    t.is(response.headers.get('x-caught'), caught)
  })
}

for (const [status, type, caught] of [
  [500, 'text/xml', 'SOAPError'],
  [400, 'application/soap+xml; charset=utf-8', 'SOAPError'],
  [500, 'application/json', null],
  [200, 'text/xml', null],
] as const) {
  test(`stop-on-error SOAPError ${caught ? 'catches' : 'does not catch'} a ${status} of ${type}`, async (t) => {
    const backend = await startBackend(
      (_, response) => void response.writeHead(status, { 'content-type': type }).end('<a/>'),
    )
    t.teardown(backend.close)
    const gateway = await serve(t, buildApiFile(` { target-url: "${backend.url}/", stop-on-error: [SOAPError] }`))
    t.is((await fetch(gateway.url + path)).headers.get('x-caught'), caught)
  })
}

test('use-http-10 and encode-plus-char: a length, one request for a connection, and %2B', async (t) => {
  const { url } = await startEcho(t)
  const members = 'http-version: HTTP/1.0, encode-plus-char: true'
  const gateway = await serve(t, buildApiFile(` { target-url: "${url}/a+b?x=1+2", ${members} }`))
  const pull = (to: ReadableStreamDefaultController) => {
    to.enqueue(new TextEncoder().encode('hello'))
    to.close()
  }
  const body = new ReadableStream({ pull })
  const response = await fetch(gateway.url + path, { method: 'POST', body, duplex: 'half' } as RequestInit)
  const sent = (await response.json()) as { url: string; headers: Record<string, string> }
  t.is(sent.url, '/a+b?x=1%2B2')
  t.like(sent.headers, { 'content-length': '5', connection: 'close', 'transfer-encoding': undefined })
})

test('a WebSocket whose messages no policies see, and one that has such policies', async (t) => {
  const api = (steps: string) =>
    buildApiFile(` { target-url: "ws://backend/", request-assembly: { execute: [${steps}] } }`, 'websocket-upgrade')
  t.deepEqual(await findOtherProblems(t, api('')), [])
  const [line] = await findOtherProblems(t, api('{ parse: {} }'))
  t.regex(line ?? '', /warning: request-assembly has policies, .* rejected with status 500/)
})

test('decode-request-params is told to have no effect', async (t) => {
  const [line] = await findOtherProblems(
    t,
    buildApiFile(' { target-url: "http://backend/", decode-request-params: true }'),
  )
  t.regex(line ?? '', /warning: decode-request-params has no effect/)
})

test('stop-on-error [null] leaves a failed connection an error', async (t) => {
  const { url, server } = await startEcho(t)
  await new Promise((resolve) => server.close(resolve))
  const gateway = await serve(t, buildApiFile(` { target-url: "${url}/", stop-on-error: [null] }`))
  const response = await fetch(gateway.url + path)
  t.is(response.status, 502)
  t.is(response.headers.get('x-caught'), 'ConnectionError')
})

for (const [type, body] of [
  ['application/graphql', '{ customers { name } }'],
  ['application/json', '{"query":"{ customers { name } }"}'],
] as const) {
  test(`graphql-send-type detect forwards a GraphQL request as ${type} unchanged`, async (t) => {
    const { url } = await startEcho(t)
    const gateway = await serve(t, buildApiFile(` { target-url: "${url}/", graphql-send-type: detect }`))
    const response = await fetch(gateway.url + path, { method: 'POST', headers: { 'content-type': type }, body })
    t.like(await response.json(), { body, headers: { 'content-type': type } })
  })
}

for (const [member, column] of [
  ['graphql-send-type: json', 69],
  ['stop-on-error: [Anything]', 66],
] as const) {
  test(`a value that is not implemented is an error of the document: ${member}`, async (t) => {
    const all = await findProblemLines(t, buildApiFile(` { target-url: "http://backend/", ${member} }`))
    const lines = all.filter((line) => !line.includes('warning'))
    t.is(lines.length, 1, lines.join('\n'))
    t.regex(lines[0] ?? '', new RegExp(`^apis/customers\\.yaml:12:${column} .*${member.split(':')[0]}`))
  })
}

test('a policy that only the appliance of a customer has is a warning, and the call is 500', async (t) => {
  const files = buildApiFile(' { version: 1.0.0, title: check, auth-url: "https://users/" }', 'validate-username-token')
  const [line, ...others] = await findOtherProblems(t, files)
  t.deepEqual(others, [])
  t.regex(line ?? '', /warning: .*not a supported policy: "validate-username-token".* rejected with status 500/)
  const gateway = await serve(t, files)
  const response = await fetch(gateway.url + path)
  t.is(response.status, 500)
  t.like(await gateway.recordOf(response), {
    reason: 'value_undefined',
    detail: 'there is no policy "validate-username-token"',
  })
})

test('a number may be a property of the catalog, and one that is none is named', async (t) => {
  const { url } = await startEcho(t)
  const files = (value: string) => ({
    'apis/customers.yaml': buildApiFile(` { target-url: "${url}/", timeout: $(seconds) }`)[
      'apis/customers.yaml'
    ].replace('x-ibm-configuration:', `x-ibm-configuration:\n  properties: { seconds: { value: "${value}" } }`),
  })
  t.deepEqual(await findOtherProblems(t, files('30')), [])
  t.is((await fetch((await serve(t, files('30'))).url + path)).status, 200)
  t.regex(
    (await findOtherProblems(t, files('soon'))).join('\n'),
    /warning: timeout cannot be "soon", the value of \$\(seconds\) - a call that needs it is rejected with status 500$/,
  )
})

test('such a policy may have no version', async (t) => {
  const lines = await findOtherProblems(t, buildApiFile(' { title: check }', 'our-own'))
  t.regex(lines.join('\n'), /^apis[^ ]+ warning: x-ibm[^ ]+ is not a supported policy: "our-own".* status 500$/)
})

test('such a policy is an error of a strict document, and a slip of the pen always is one', async (t) => {
  const settings = ' { version: 1.0.0, title: check }'
  const strict = buildApiFile(settings, 'our-own')['apis/customers.yaml'].replace(
    'x-ibm-configuration',
    'x-sluice: { strict: true }\nx-ibm-configuration',
  )
  t.regex(
    (await findOtherProblems(t, { 'apis/customers.yaml': strict }))[0] ?? '',
    /^apis[^ ]+ x-ibm[^ ]+ is not a supported policy/,
  )
  t.regex((await findOtherProblems(t, buildApiFile(settings, 'invok')))[0] ?? '', /did you mean "invoke"\?$/)
})

test('user-security takes the members that the editor of assemblies writes', async (t) => {
  const members = `factor-id: default
            extract-identity-method: basic
            ei-stop-on-error: true
            user-auth-method: user-registry
            au-stop-on-error: true
            user-az-method: authenticated
            az-stop-on-error: true
            auth-response-headers-pattern: (?i)x-api*
            auth-response-header-credential: X-API-Authenticated-Credential
            user-registry: users`
  const document = valid['apis/customers.yaml'].replace(
    /( +)- invoke:/,
    (line) => `      - user-security:\n            ${members}\n${line}`,
  )
  t.deepEqual(await findProblemLines(t, { ...valid, 'apis/customers.yaml': document }), [])
})
