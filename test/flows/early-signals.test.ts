import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import test from 'ava'
import { copyDocuments } from '../_support/documents.ts'
import { temporaryFolder } from '../_support/product.ts'
import { compileCache, findCommand } from '../_support/product-package.ts'

test('SIGHUP ends no gateway that is starting or ending', async (t) => {
  const [folder, remove] = await temporaryFolder()
  t.teardown(remove)
  await copyDocuments(folder)
  const env = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: compileCache,
    SLUICE_CONFIG: folder,
    SLUICE_DATA: join(folder, 'data'),
    SLUICE_PORT: '0',
    SLUICE_ADMIN_PORT: '0',
    SLUICE_WORKERS: '1',
    SLUICE_WARM_UP_CALLS: '0',
    SLUICE_DRAIN_DELAY_SECONDS: '0',
    // What the documents of the sandbox name.
    SLUICE_AUTH_PORT: '8082',
    SLUICE_CUSTOMERS_PORT: '8081',
    SLUICE_MQWEB_PORT: '9443',
    SLUICE_MQ_PASSWORD: 'passw0rd',
    SLUICE_MQ_ADMIN_PASSWORD: 'mqadmin',
  }
  const child = spawn(process.execPath, [await findCommand('sluice'), 'start'], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  t.teardown(() => child.kill('SIGKILL'))
  const ended = once(child, 'exit')
  let log = ''
  const { promise: ready, resolve } = Promise.withResolvers<void>()
  child.stderr.on('data', (chunk) => {
    if (log === '') child.kill('SIGHUP')
    log += chunk
    if (log.includes('"gateway ready"')) resolve()
  })
  await Promise.race([ready, ended])
  t.regex(log, /"gateway ready"/)
  child.kill('SIGTERM')
  child.kill('SIGHUP')
  t.deepEqual(await ended, [0, null], log)
})
