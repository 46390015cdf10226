import test from 'ava'
import type { Config } from '../../../../src/gateway/config/types/index.ts'
import { requestToken } from '../../../_support/client.ts'
import { step } from '../../data-plane/_support/documents.ts'
import { startBackend } from '../../data-plane/_support/servers.ts'
import { open } from './_support/instance.ts'

/** Lets each provider ask an upstream about each token. */
function addAssembly({ catalogs, ...config }: Config, url: string): Config {
  const execute = [step('invoke', { 'target-url': url, output: 'decision' })]
  const assembly = { properties: new Map(), execute, catch: [], finally: [] }
  return {
    ...config,
    catalogs: catalogs.map((catalog) => ({
      ...catalog,
      providers: new Map([...catalog.providers].map(([name, each]) => [name, { ...each, assembly }])),
    })),
  }
}

test('a token request that began before other documents were put to use ends with a token', async (t) => {
  const counting = Promise.withResolvers<void>()
  const adopted = Promise.withResolvers<void>()
  const upstream = await startBackend((_, response) => response.end('{}'))
  t.teardown(() => upstream.close())
  const attempts: Parameters<typeof open>[1] = (store) => ({
    ...store,
    async count(...given) {
      counting.resolve()
      await adopted.promise
      return store.count(...given)
    },
  })
  const { app, config, origin } = await open(t, attempts, { change: (loaded) => addAssembly(loaded, upstream.url) })
  const response = requestToken(origin)
  await counting.promise

  const prepared = await app.prepare(config)
  prepared.adopt()
  await new Promise((resolve) => setImmediate(resolve)) // the old revision closes what is idle
  adopted.resolve()
  t.is((await response).status, 200)
})
