import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import test, { type ExecutionContext } from 'ava'
import { loadConfig } from '../../../../src/gateway/config/index.ts'
import { gatewayParts } from '../../../../src/gateway/parts.ts'
import { openGatewayInstance } from '../../../../src/gateway/runtime/app/gateway-instance.ts'
import { startAuthenticationUrl } from '../../../../src/sandbox/samples/authentication-url.ts'
import { silentLog } from '../../../../src/shared/lib/output/log.ts'
import { type CounterStore, openMemoryStore } from '../../../../src/shared/storage/index.ts'
import { requestToken } from '../../../_support/client.ts'
import { temporaryFolder } from '../../../_support/product.ts'
import { copyServerCertificate } from '../../../_support/server-certificate.ts'
import { typeTables } from '../../_support/tables.ts'

/** The sandbox's documents in one process; failed attempts are counted by `attempts`. */
async function open(t: ExecutionContext, attempts: (store: CounterStore) => CounterStore) {
  const [data, remove] = await temporaryFolder()
  await copyServerCertificate(`${data}/mqweb`)
  const authentication = await startAuthenticationUrl({ host: '127.0.0.1', port: 0 })
  const environment = {
    SLUICE_CUSTOMERS_PORT: '8081',
    SLUICE_MQWEB_PORT: '9443',
    SLUICE_DATA: data,
    SLUICE_MQ_PASSWORD: 'passw0rd',
    SLUICE_MQ_ADMIN_PASSWORD: 'mqadmin',
    SLUICE_AUTH_PORT: String(authentication.port),
  }
  const { config } = await loadConfig('.', typeTables, environment, { sandbox: true })
  if (!config) throw new Error('the documents of the repository are invalid')
  const store = openMemoryStore({ clock: Date.now })
  const app = await openGatewayInstance({
    tables: typeTables,
    keptCalls: { folder: undefined, workerCount: 1 },
    documentsFolder: '.',
    config,
    baseUrl: 'http://gateway.test',
    store,
    log: silentLog,
    clock: Date.now,
    counters: {
      limits: store,
      attempts: attempts(store),
      rejectsUncounted: false,
      problem: () => undefined,
      close: async () => {},
    },
    writeCallLine: () => {},
    upstreamClient: 'built-in',
    tracing: undefined,
    broadcast: () => {},
    isRefused: () => false,
    requestPrimary: () => Promise.reject(new Error('there is no primary')),
    parts: gatewayParts,
  })
  const server = createServer(app.handleRequest).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(async () => {
    server.closeAllConnections()
    server.close()
    await app.close()
    await authentication.close()
    await remove()
  })
  return { app, config, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

test('a token request that began before other documents were put to use ends with a token', async (t) => {
  const counting = Promise.withResolvers<void>()
  const adopted = Promise.withResolvers<void>()
  const { app, config, origin } = await open(t, (store) => ({
    ...store,
    async count(...given) {
      counting.resolve()
      await adopted.promise
      return store.count(...given)
    },
  }))
  const response = requestToken(origin)
  await counting.promise

  const prepared = await app.prepare(config)
  prepared.adopt()
  await new Promise((resolve) => setImmediate(resolve)) // the old revision closes what is idle
  adopted.resolve()
  t.is((await response).status, 200)
})
