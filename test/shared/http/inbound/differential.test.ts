import test from 'ava'
import { openFuzzer } from './differential.ts'

test("the fast path and Node's server produce the same requests, responses and errors", async (t) => {
  const fuzzer = await openFuzzer()
  t.teardown(fuzzer.close)
  const seed = Number(process.env.HTTP_FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 32))
  t.log(`HTTP_FUZZ_SEED=${seed}`)
  const differences = await fuzzer.run(seed, Number(process.env.HTTP_FUZZ_CASES ?? 400))
  t.is(differences.join('\n\n'), '')
})

test('both listeners close the connection after Proxy-Connection: close, as llhttp does', async (t) => {
  const fuzzer = await openFuzzer()
  t.teardown(fuzzer.close)
  const next = 'PUT /next HTTP/1.1\r\nHost: x\r\n\r\n'
  const [fast, complete] = await fuzzer.compare([
    `GET /a HTTP/1.1\r\nHost: x\r\nProxy-Connection: close\r\n\r\n${next}`,
  ])
  t.is(fast, complete)
  t.false(fast.includes('/next'))
})

for (const method of ['GET', 'HEAD', 'POST'])
  for (const body of [
    'Content-Length: 4\r\n\r\nbody',
    'Transfer-Encoding: gzip, chunked\r\n\r\n4;a=b\r\nbody\r\n0\r\n\r\n',
  ])
    test(`both listeners keep the connection of ${method} with a body that did not wait for 100: ${body.slice(0, 12)}`, async (t) => {
      const fuzzer = await openFuzzer()
      t.teardown(fuzzer.close)
      const head = `${method} /a HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n`
      const [fast, complete] = await fuzzer.compare([`${head}${body}GET /next HTTP/1.1\r\nHost: x\r\n\r\n`])
      t.is(fast, complete)
      t.true(fast.includes('/next'))
    })
