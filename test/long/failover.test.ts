/**
 * The primary of PostgreSQL is killed while clients call, sign in and put messages at two nodes, and its standby is promoted,
 * as `docs/guides/runbooks/database-away.md` says. A synchronous standby loses nothing that was acknowledged; an asynchronous
 * one loses what it had not received, and no more.
 */
import { setTimeout as delay } from 'node:timers/promises'
import test, { type ExecutionContext } from 'ava'
import { eventually } from '../_support/eventually.ts'
import { type PostgresReplica, postgresBinaries, startPostgres, startReplica } from '../_support/postgres.ts'
import { openTcpLink } from '../_support/tcp-link.ts'
import { hardLimit } from './_support/cluster-documents.ts'
import { LimitLedger } from './_support/limit-ledger.ts'
import { originOf, type PairNode, startPair } from './_support/node-pair.ts'
import { readAllMessages } from './_support/queue-manager-instances.ts'
import { type SteadyPuts, startPuts } from './_support/steady-puts.ts'
import { type IssuedToken, TokenLedger } from './_support/token-ledger.ts'

const lanes = 2
/** How many messages are acknowledged before a fault. */
const minMessages = 50
/** How long the asynchronous standby has been cut off when the primary is killed. */
const loadMs = 1_500
const intervalMs = 10
const withPostgres = postgresBinaries ? test.serial : test.skip

withPostgres('a synchronous standby takes over: no call fails, and nothing acknowledged is lost', async (t) => {
  t.timeout(300_000)
  const { failOver, load, nodes, replica } = await startCluster(t, { isSynchronous: true })
  t.truthy(await eventually(async () => load.puts.acknowledged.size > minMessages || undefined))
  await failOver()
  await load.stop()
  t.deepEqual(await findLostSignIns(nodes, load), [])
  t.deepEqual(await findLostMessages(t, nodes, { load, replica }), [])
  t.deepEqual(load.ledger.violations, [])
})

withPostgres('an asynchronous standby takes over: what it had is there, and revocations hold', async (t) => {
  t.timeout(300_000)
  const { failOver, isolateReplica, load, nodes, replica } = await startCluster(t, { isSynchronous: false })
  t.truthy(await eventually(async () => load.puts.acknowledged.size > minMessages || undefined))
  const revoked = load.ledger.issued[0] as IssuedToken
  load.pauseSignIns()
  await delay(loadMs) // the standby receives everything of before
  const before = { messages: new Set(load.puts.acknowledged), signIns: new Set(load.ledger.issued) }
  isolateReplica()
  load.resumeSignIns()
  t.true(await load.ledger.revoke(originOf(nodes[0]), revoked))
  await delay(loadMs)
  await failOver()
  await load.stop()

  const lostSignIns = await findLostSignIns(nodes, load)
  const lostMessages = await findLostMessages(t, nodes, { load, replica })
  t.log(`lost: ${lostMessages.length} messages and ${lostSignIns.length} sign-ins of the last ${loadMs} ms`)
  t.deepEqual(
    lostSignIns.filter((each) => before.signIns.has(each)),
    [],
  )
  const lostLate = lostMessages.filter((each) => !before.messages.has(each))
  t.true(lostMessages.length - lostLate.length <= lanes, 'what was on its way to the standby when it was cut off')
  for (const node of nodes) await load.ledger.callRevoked(originOf(node), revoked)
  t.deepEqual(load.ledger.violations, [])
})

interface Cluster {
  nodes: readonly [PairNode, PairNode]
  replica: PostgresReplica
  load: Load
  /** Cuts the replica off from the primary. */
  isolateReplica(): void
  /** Kills the primary, promotes the replica, and waits until both nodes sign in and messages are put. Logs how long it takes. */
  failOver(): Promise<void>
}

async function startCluster(t: ExecutionContext, { isSynchronous }: { isSynchronous: boolean }): Promise<Cluster> {
  const primary = await startPostgres(['wal_level=replica'])
  t.teardown(primary.close)
  const link = await openTcpLink(primary.port)
  t.teardown(link.close)
  const replica = await startReplica({ ...primary, port: link.port }, { isSynchronous })
  t.teardown(replica.close)
  const storeUrl = `postgres://sluice@127.0.0.1:${primary.port},127.0.0.1:${replica.port}/postgres`
  const nodes = await startPair(t, { storeUrl })
  const load = await startLoad(t, nodes)
  return {
    nodes,
    replica,
    load,
    isolateReplica: () => link.isolate(),
    async failOver() {
      const puts = load.puts.acknowledged.size
      const began = performance.now()
      const after = () => `${Math.round(performance.now() - began)} ms`
      await primary.kill()
      await replica.promote()
      t.log(`promoted after ${after()}`)
      for (const node of nodes) t.truthy(await eventually(() => load.ledger.issue(originOf(node))))
      t.log(`both nodes sign in after ${after()}`)
      t.truthy(await eventually(async () => load.puts.acknowledged.size > puts + 2 * lanes || undefined))
      t.log(`messages are put after ${after()}`)
    },
  }
}

interface Load {
  ledger: TokenLedger
  puts: SteadyPuts
  pauseSignIns(): void
  resumeSignIns(): void
  stop(): Promise<void>
}

/** Starts clients that call with a token, sign in, and put messages. Stopping it asserts that no call has failed. */
async function startLoad(t: ExecutionContext, nodes: readonly PairNode[]): Promise<Load> {
  const ledger = new TokenLedger(new LimitLedger(hardLimit))
  const caller = new TokenLedger(new LimitLedger(hardLimit))
  const token = await caller.issue(originOf(nodes[0] as PairNode))
  if (!token) throw new Error('no token for the calls')
  let isRunning = true
  let signsIn = true
  let calls = 0
  async function repeat(node: PairNode, step: (origin: string) => Promise<unknown>): Promise<void> {
    while (isRunning) {
      await step(originOf(node))
      await delay(intervalMs)
    }
  }
  const call = async (origin: string) => {
    await caller.call(origin, token)
    calls += 1
  }
  const signIn = async (origin: string) => signsIn && (await ledger.issue(origin))
  const loops = nodes.flatMap((node) => [repeat(node, call), repeat(node, signIn)])
  const puts = startPuts(
    nodes.map((node) => node.puts),
    lanes,
  )
  async function stop(): Promise<void> {
    isRunning = false
    await Promise.all([...loops, puts.stop()])
  }
  t.teardown(stop)
  return {
    ledger,
    puts,
    pauseSignIns: () => {
      signsIn = false
    },
    resumeSignIns: () => {
      signsIn = true
    },
    async stop() {
      await stop()
      t.log(`${calls} calls, ${caller.failed} failed; ${ledger.issued.length} sign-ins, ${ledger.failed} refused`)
      t.log(`${puts.acknowledged.size} messages, ${puts.failures.length} puts repeated: ${[...new Set(puts.failures)]}`)
      t.deepEqual([caller.failed, caller.violations], [0, []], 'calls go on')
    },
  }
}

/** Returns the sign-ins whose refresh token is unknown. Each of the last ones is used once, at one of the nodes. */
async function findLostSignIns(nodes: readonly PairNode[], { ledger }: Load): Promise<IssuedToken[]> {
  const lost: IssuedToken[] = []
  for (const [index, token] of ledger.issued.entries()) {
    if (token.isRevoked) continue
    const node = nodes[index % nodes.length] as PairNode
    if ((await ledger.refresh(originOf(node), token)) !== 200) lost.push(token)
  }
  return lost
}

/** Ends the queue manager. Returns the acknowledged messages that are not on its queue. */
async function findLostMessages(
  t: ExecutionContext,
  nodes: readonly PairNode[],
  { load, replica }: { load: Load; replica: PostgresReplica },
): Promise<string[]> {
  for (const { mqweb } of nodes) t.is(await mqweb.stop(), 0)
  const there = await readAllMessages(t, replica.url)
  return [...load.puts.acknowledged].filter((body) => !there.includes(body))
}
