/** Upstreams that respond before they have read the request: it goes on to the end. */
import { connect } from 'node:net'
import test from 'ava'
import { api, catalog, config, operation } from '../_support/documents.ts'
import { startBackend, startGateway } from '../_support/servers.ts'

const part = Buffer.alloc(64 * 1024, 'x')
const parts = 64

/** Returns a part of a body in the framing of the request. */
const frame = (isChunked: boolean) =>
  isChunked ? Buffer.concat([Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n')]) : part

for (const [server, isFast] of [
  ['the fast path', true],
  ["Node's server", false],
] as const)
  for (const [framing, isChunked] of [
    ['a length', false],
    ['chunks', true],
  ] as const)
    for (const [answer, headers] of [
      ['a length', { 'content-length': 2 }],
      ['chunks', {}],
    ] as const)
      test(`over ${server}, an upload in ${framing} goes on after a response in ${answer}`, async (t) => {
        t.timeout(120_000)
        const received = Promise.withResolvers<number>()
        const backend = await startBackend((request, response) => {
          let size = 0
          request.on('data', (bytes: Buffer) => {
            if (size === 0) response.writeHead(200, headers).end('ok')
            size += bytes.length
          })
          request.on('close', () => received.resolve(size))
        })
        t.teardown(backend.close)
        const operations = [operation('POST', '/files')]
        const fastPath = isFast ? {} : { fastPath: undefined }
        const gateway = await startGateway(config(catalog([api(backend.url, { operations })])), {}, undefined, fastPath)
        t.teardown(gateway.close)

        const socket = connect(gateway.port, '127.0.0.1').setEncoding('latin1')
        const length = isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${parts * part.length}`
        socket.write(`POST /acme/sandbox/customerdb/v1/files HTTP/1.1\r\nHost: x\r\n${length}\r\n\r\n`)
        socket.write(frame(isChunked))
        const responded = Promise.withResolvers<void>()
        let text = ''
        socket.on('data', (more) => {
          text += more
          if (/\r\n\r\n(2\r\n)?ok/.test(text)) responded.resolve()
        })
        const closed = new Promise<void>((resolve) => socket.on('error', () => {}).on('close', () => resolve()))
        await responded.promise
        for (let count = 1; count < parts; count += 1) {
          if (!socket.write(frame(isChunked)))
            await Promise.race([closed, new Promise((resolve) => socket.once('drain', resolve))])
        }
        if (isChunked) socket.write('0\r\n\r\n')
        t.is(await received.promise, parts * part.length)
        await closed
        t.regex(text, /^HTTP\/1\.1 200 OK\r\n[\s\S]*\r\nConnection: close\r\n/)
        t.is((await gateway.recorded())[0]?.status, 200)
      })
