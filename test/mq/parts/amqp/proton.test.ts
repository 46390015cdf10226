/** Qpid Proton as a client, the AMQP library behind many others. */
import { execFile, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import test from 'ava'
import { brokerFor } from './_support/broker.ts'

const script = join(import.meta.dirname, '_support', 'proton-client.py')
/** Packages of Debian belong to its own Python, which may not be the first on the path. */
const python = ['python3', '/usr/bin/python3'].find((each) => spawnSync(each, ['-c', 'import proton']).status === 0)
if (!python) console.warn('python3-qpid-proton is not installed: the test with Qpid Proton is skipped')
const withProton = python ? test : test.skip

withProton('Qpid Proton puts messages and gets them back with a password', async (t) => {
  const { port, connection } = await brokerFor(t)
  const url = `amqp://app:ppa@127.0.0.1:${port}`
  const { stdout } = await promisify(execFile)(python as string, [script, url, 'A'], { timeout: 60_000 })
  t.is(stdout.trim(), '20 messages')
  t.is(await connection.get('A', { waitMs: 100 }), undefined)
})
