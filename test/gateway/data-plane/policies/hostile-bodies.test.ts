/**
 * Bodies of megabytes that are built to keep a parser busy. The thread that serves the calls spends less processor
 * time on them than the threads that parse them: a share does not depend on the load or the speed of the machine.
 */
import test from 'ava'
import { api, catalog, config, operation, step } from '../_support/documents.ts'
import { startGateway } from '../_support/servers.ts'

const bytes = 2 * 1024 * 1024
const repeat = (text: string, count = bytes / text.length - 1) => text.repeat(count)
const list = (count: number, item: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => item(index))

const bodies: Record<string, [type: 'json' | 'xml', body: string, isWellFormed: boolean]> = {
  'deep JSON': ['json', repeat('[', bytes / 2) + repeat(']', bytes / 2), true],
  'JSON with many names': ['json', `{${list(170_000, (index) => `"k${index}":1`).join()}}`, true],
  'JSON with many objects': ['json', `[${repeat('{},')}1]`, true],
  'deep XML': ['xml', repeat('<a>', bytes / 7) + repeat('</a>', bytes / 7), false],
  'XML with many attributes': ['xml', `<a ${list(150_000, (index) => `k${index}="1"`).join(' ')}/>`, true],
  'XML with quotes that never end': ['xml', repeat('<a b="'), false],
}

for (const [title, [type, body, isWellFormed]] of Object.entries(bodies)) {
  test.serial(`${title} does not keep the worker busy that parses it`, async (t) => {
    const execute = [step('parse', {}), step('set-variable', { actions: [{ set: 'message.body', value: 'parsed' }] })]
    const operations = [operation('POST', '/customers')]
    const assembly = { execute, catch: [], finally: [] }
    const gateway = await startGateway(config(catalog([api('http://127.0.0.1:9', { operations, assembly })])))
    t.teardown(() => gateway.close())
    const url = `${gateway.url}/acme/sandbox/customerdb/v1/customers`
    const send = (text: string) =>
      fetch(url, { method: 'POST', body: text, headers: { 'content-type': `application/${type}` } })
    t.is((await send(type === 'json' ? `"${'x'.repeat(100_000)}"` : `<a>${'x'.repeat(100_000)}</a>`)).status, 200)

    const [own, all] = [process.threadCpuUsage(), process.cpuUsage()]
    const response = await send(body)
    t.is(
      await response.text().then((text) => (text === 'parsed' ? text : response.status)),
      isWellFormed ? 'parsed' : 400,
    )
    const { user, system } = process.threadCpuUsage(own)
    const total = process.cpuUsage(all)
    const share = (user + system) / (total.user + total.system)
    t.log(`${Math.round((user + system) / 1000)} ms here, a share of ${share.toFixed(2)}`)
    t.true(share < 0.35, `a share of ${share}`)
  })
}
