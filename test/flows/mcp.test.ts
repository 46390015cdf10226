/** The MCP server of the sandbox, with the official client. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import test, { type ExecutionContext } from 'ava'
import { createQueues, getToken } from '../_support/client.ts'
import { betweenCommands, eventually } from '../_support/eventually.ts'
import { sluice } from '../_support/product.ts'
import { sandbox as product } from '../_support/shared-sandbox.ts'

interface ToolResult {
  content: { type: string; text: string }[]
  structuredContent?: unknown
  isError: boolean
}

async function connect(t: ExecutionContext, form: Record<string, string> = {}) {
  const { access_token: token } = await getToken(product.gateway, form)
  const transport = new StreamableHTTPClientTransport(new URL(`${product.gateway}/acme/sandbox/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  })
  const client = new Client({ name: 'test', version: '1.0.0' })
  await client.connect(transport)
  t.teardown(() => client.close())
  const run = async (name: string, values: Record<string, unknown>) => {
    const result = (await client.callTool({ name, arguments: values })) as ToolResult
    return { ...result, text: result.content.map(({ text }) => text).join('\n') }
  }
  return { client, run }
}

const queue = { qmgr: 'QM1', queue: 'DEV.TOOLS' }
test.serial.before(() => createQueues(product.gateway, queue.queue))

test('an agent puts, browses, leases and acknowledges a message', async (t) => {
  const { client, run } = await connect(t)
  t.is(client.getServerVersion()?.name, 'Sandbox tools')
  const { tools } = await client.listTools()
  const put = tools.find(({ name }) => name === 'put')
  t.like(put?.inputSchema, { type: 'object', required: ['qmgr', 'queue', 'body'] })
  for (const name of ['browse', 'lease', 'ack', 'nack', 'depth', 'publish'])
    t.true(
      tools.some((each) => each.name === name),
      name,
    )

  const message = { ...queue, body: 'from an agent', 'Idempotency-Key': 'agent-1' }
  const first = await run('put', message)
  t.false(first.isError, first.text)
  t.is((await run('put', message)).text, `${first.text}\nidempotent-replayed: true`)
  t.regex((await run('browse', queue)).text, /from an agent/)
  t.deepEqual((await run('depth', queue)).structuredContent, { queue: 'DEV.TOOLS', depth: 1 })
  const leased = await run('lease', { ...queue, body: { max: 5 } })
  const { messages } = leased.structuredContent as { messages: { lease: string; body: string; messageId: string }[] }
  t.like(messages, [{ body: 'from an agent' }])
  t.false((await run('ack', { ...queue, lease: messages[0]?.lease })).isError)
  t.regex((await run('depth', queue)).text, /"depth":0/)
  const why = await eventually(async () => {
    const { output } = await sluice(['why', String(messages[0]?.messageId)], product.data)
    return output.includes('acknowledged') ? output : undefined
  }, betweenCommands)
  t.regex(why ?? '', /, QM1\/DEV\.TOOLS\n.* put {2}.*sandbox-app.*\n.* acknowledged {2}sandbox-app/)
  t.false((await run('publish', { qmgr: 'QM1', topic: 'dev/news', body: 'hello' })).isError)
})

test('tools are those that the token opens, and a refusal says what to do', async (t) => {
  const { client, run } = await connect(t, { scope: 'mq.put:QM1/DEV.OTHER' })
  t.deepEqual((await client.listTools()).tools.map(({ name }) => name).sort(), ['put'])
  const refused = await run('put', { ...queue, body: 'x' })
  t.true(refused.isError)
  t.regex(refused.text, /403[\s\S]*What to do: request an access token with the scopes mq\.put[\s\S]*Request id: /)
  t.regex((await run('depth', queue)).text, /403/)
})

test('arguments that do not fit are explained', async (t) => {
  const { client, run } = await connect(t)
  t.regex((await run('put', { ...queue })).text, /"body" is missing/)
  t.regex((await run('put', { ...queue, body: 'x', other: 1 })).text, /no argument "other"; its arguments are qmgr/)
  t.regex((await run('depth', { qmgr: 'QM1', queue: '..' })).text, /cannot be "\.\."/)
  t.regex((await run('depth', { qmgr: 'QM1', queue: 'NONE' })).text, /404[\s\S]*correct the names/)
  await t.throwsAsync(client.callTool({ name: 'nothing', arguments: {} }), { message: /there is no tool "nothing"/ })
})

test('a token for the MCP server alone opens its tools, and not their APIs', async (t) => {
  const resource = `${product.gateway}/acme/sandbox/mcp`
  const metadata = await fetch(`${product.gateway}/.well-known/oauth-protected-resource/acme/sandbox/mcp`)
  t.like(await metadata.json(), { resource })
  const { run } = await connect(t, { resource, scope: 'mq.browse' })
  t.false((await run('depth', queue)).isError)

  const { access_token: token } = await getToken(product.gateway, { resource, scope: 'mq.browse' })
  const direct = `${product.gateway}/acme/sandbox/mq/v1/messaging/qmgr/QM1/queue/DEV.TOOLS/depth`
  t.is((await fetch(direct, { headers: { authorization: `Bearer ${token}` } })).status, 401)
})

test('without a token the metadata of the server is named', async (t) => {
  const response = await fetch(`${product.gateway}/acme/sandbox/mcp`, { method: 'POST', body: '{}' })
  t.is(response.status, 401)
  t.regex(response.headers.get('www-authenticate') ?? '', /resource_metadata="[^"]*\/acme\/sandbox\/mcp"/)
})

for (const [title, body, code] of [
  ['text that is no JSON', '{', -32_700],
  ['a batch', '[]', -32_600],
  ['another method', '{"jsonrpc":"2.0","id":1,"method":"resources/list"}', -32_601],
  ['a cursor of another server', '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"x"}}', -32_602],
] as const) {
  test(`${title} is the error ${code}`, async (t) => {
    const { access_token: token } = await getToken(product.gateway)
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const response = await fetch(`${product.gateway}/acme/sandbox/mcp`, { method: 'POST', body, headers })
    t.like(await response.json(), { jsonrpc: '2.0', error: { code } })
  })
}
