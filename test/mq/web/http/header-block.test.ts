import { once } from 'node:events'
import { IncomingMessage, request as send } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import test from 'ava'
import { renderHeaderBlock, writeHeadWithBlock } from '../../../../src/mq/web/http/header-block.ts'
import { FastPathResponse } from '../../../../src/shared/http/fast-path/fast-path-response.ts'
import type { HttpResponse } from '../../../../src/shared/http/message/http-response.ts'

const block = renderHeaderBlock({ 'X-First': 'one', 'X-Second': 'two' })

test('the fast path sends the block before the other headers', async (t) => {
  const server = createServer((socket) => {
    const response = new FastPathResponse(new IncomingMessage(socket), () => socket.destroySoon())
    writeHeadWithBlock(response, 201, block, ['X-Third', 'three', 'Content-Length', '2'])
    response.end('ok')
  }).listen(0)
  await once(server, 'listening')
  const answer = send({ port: (server.address() as AddressInfo).port, agent: false }).end()
  const [message] = (await once(answer, 'response')) as [IncomingMessage]
  const { statusCode, rawHeaders } = message.resume()
  server.close()

  t.is(statusCode, 201)
  t.deepEqual(rawHeaders.slice(0, 6), ['X-First', 'one', 'X-Second', 'two', 'X-Third', 'three'])
  t.deepEqual(rawHeaders.slice(6, 8), ['Content-Length', '2'])
})

test('other responses get the block and the other headers as one list', (t) => {
  const written: unknown[] = []
  const response = { writeHead: (...head: unknown[]) => written.push(...head) } as unknown as HttpResponse
  writeHeadWithBlock(response, 200, block, ['X-Third', 'three'])
  t.deepEqual(written, [200, ['X-First', 'one', 'X-Second', 'two', 'X-Third', 'three']])
})

for (const [title, headers] of [
  ['a value with a line end', { 'X-First': 'one\r\nX-Second: two' }],
  ['a name with a space', { 'X First': 'one' }],
  ['Content-Length', { 'content-length': '2' }],
  ['Date', { Date: 'today' }],
  ['Connection', { Connection: 'close' }],
  ['Strict-Transport-Security', { 'Strict-Transport-Security': 'max-age=1' }],
] as const) {
  test(`a block rejects ${title}`, (t) => {
    t.throws(() => renderHeaderBlock(headers as unknown as Record<string, string>), { instanceOf: TypeError })
  })
}
