/**
 * The network of the active instance fails: its machine, a network namespace, is cut off without any packet that says so.
 * The standby takes over within 10 seconds, and every acknowledged message is there exactly once. Needs root.
 */
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { eventually } from '../_support/eventually.ts'
import { postgresBinaries, startPostgres } from '../_support/postgres.ts'
import { createQueueManager, readAllMessages, startInstanceProcess } from './_support/queue-manager-instances.ts'

const namespace = `sluice${process.pid}`
const [near, far] = [`sl${process.pid}a`, `sl${process.pid}b`]
const network = '10.231.77'
const maxTakeoverMs = 10_000

function canUseNamespaces(): boolean {
  if (process.getuid?.() !== 0) return false
  try {
    execFileSync('ip', ['netns', 'add', `${namespace}x`], { stdio: 'ignore' })
    execFileSync('ip', ['netns', 'del', `${namespace}x`])
    return true
  } catch {
    return false
  }
}

const withNamespaces = postgresBinaries && canUseNamespaces() ? test : test.skip

withNamespaces('the standby takes over from an instance whose network fails, and nothing is lost', async (t) => {
  openNamespace(t)
  const server = await startPostgres(['listen_addresses=*'])
  t.teardown(server.close)
  await server.crash()
  appendFileSync(join(server.folder, 'data', 'pg_hba.conf'), `host all all ${network}.0/24 trust\n`)
  await server.start()
  await createQueueManager(t, server.url)

  const acknowledged = new Set<string>()
  const url = `postgres://sluice@${network}.1:${server.port}/postgres`
  const first = await startInstanceProcess(t, { url, acknowledged, prefix: 'a', namespace })
  const second = await startInstanceProcess(t, { url, acknowledged, prefix: 'b' })
  t.deepEqual([first.state, second.state], ['running', 'standby'])
  await eventually(async () => acknowledged.size >= 100 || undefined)

  const began = performance.now()
  ip('link', 'set', near, 'down')
  await eventually(async () => second.state === 'running' || undefined)
  const takeoverMs = performance.now() - began
  t.is(second.state, 'running')
  t.log(`takeover after ${Math.round(takeoverMs)} ms`)
  t.true(takeoverMs < maxTakeoverMs)
  const before = acknowledged.size
  await eventually(async () => acknowledged.size >= before + 50 || undefined)

  ip('link', 'set', near, 'up')
  await eventually(async () => first.state === 'standby' || undefined)
  t.is(first.state, 'standby', 'the former active instance notices that another one is active')
  for (const { child } of [first, second]) {
    child.send('end')
    await once(child, 'exit')
  }

  const there = await readAllMessages(t, server.url)
  t.is(new Set(there).size, there.length, 'no message is there twice')
  t.deepEqual(
    [...acknowledged].filter((body) => !there.includes(body)),
    [],
    'no acknowledged message is missing',
  )
})

/** Makes a network namespace with a cable to this one, where it has the address `.2` and this side has `.1`. */
function openNamespace(t: ExecutionContext): void {
  ip('netns', 'add', namespace)
  t.teardown(() => ip('netns', 'del', namespace)) // its end of the cable goes with it, and so does this one
  ip('link', 'add', near, 'type', 'veth', 'peer', 'name', far)
  ip('link', 'set', far, 'netns', namespace)
  ip('addr', 'add', `${network}.1/24`, 'dev', near)
  ip('link', 'set', near, 'up')
  for (const words of [
    ['addr', 'add', `${network}.2/24`, 'dev', far],
    ['link', 'set', far, 'up'],
    ['link', 'set', 'lo', 'up'],
  ])
    ip('netns', 'exec', namespace, 'ip', ...words)
}

function ip(...words: readonly string[]): void {
  execFileSync('ip', words)
}
