/**
 * Two nodes on one database are upgraded from version 0.1.0 to the present sources, one after the other, and go back, while
 * clients call and put messages. Where the history does not reach back to 0.1.0, both versions are the present one.
 */
import test, { type ExecutionContext } from 'ava'
import { version } from '../../src/shared/lib/package/version.ts'
import { postgresBinaries, startPostgres } from '../_support/postgres.ts'
import { clientSecret, hardLimit } from './_support/cluster-documents.ts'
import { LimitLedger } from './_support/limit-ledger.ts'
import { originOf, type PairNode, startPair } from './_support/node-pair.ts'
import { readAllMessages } from './_support/queue-manager-instances.ts'
import { findReleasedPackage } from './_support/released-package.ts'
import { startLoad } from './_support/steady-load.ts'
import { startPuts } from './_support/steady-puts.ts'
import { type IssuedToken, TokenLedger } from './_support/token-ledger.ts'

const lanes = 3
const callsBetweenSteps = 100
const form = new URLSearchParams({
  grant_type: 'password',
  scope: 'things',
  username: 'anna',
  password: 'secret',
  client_id: 'open',
  client_secret: clientSecret,
})
const withPostgres = postgresBinaries ? test : test.skip

withPostgres('two nodes are upgraded from 0.1.0 and back while clients call and put', async (t) => {
  t.timeout(300_000)
  const released = await findReleasedPackage()
  if (!released) t.log('the history does not reach back to 0.1.0: both versions are the present one')
  for (const each of released?.otherDependencies ?? []) t.log(`0.1.0 runs with ${each}`)
  const server = await startPostgres()
  t.teardown(server.close)
  const nodes = await startPair(t, { storeUrl: server.url, command: released?.command })
  const [a, b] = nodes
  const ledger = new TokenLedger(new LimitLedger(hardLimit))
  const load = startLoad({
    lanes,
    targets: nodes.map(({ calls }) => calls),
    path: '/things/all',
    form: `${form}`,
    tokenPath: '/oauth/oauth2/token',
  })
  t.teardown(load.stop)
  const puts = startPuts(
    nodes.map(({ puts }) => puts),
    lanes,
  )
  t.teardown(puts.stop)
  await load.pass(callsBetweenSteps)

  for (const [changed, other, command] of [
    [a, b, undefined],
    [b, a, undefined],
    [b, a, released?.command],
    [a, b, released?.command],
  ] as const) {
    const signIns = [await signIn(ledger, changed), await signIn(ledger, other)]
    await changed.replace(command)
    if (released) t.is(isPresent(changed), command === undefined)
    await checkSignIns(t, ledger, { changed, other, signIns })
    await load.pass(callsBetweenSteps)
  }
  await load.stop()
  await puts.stop()
  for (const { mqweb } of nodes) t.is(await mqweb.stop(), 0)
  const there = await readAllMessages(t, server.url)
  const missing = [...puts.acknowledged].filter((body) => !there.includes(body))
  t.log(`${load.calls} calls, ${puts.acknowledged.size} messages, ${puts.failures.length} puts repeated`)
  t.log(`longest time without a put: ${Math.round(puts.longestPauseMs())} ms; ${[...new Set(puts.failures)]}`)
  t.deepEqual(load.failures, [])
  t.deepEqual(missing, [], 'no acknowledged message is missing')
  t.deepEqual(ledger.violations, [])
})

/** Returns whether a node runs the present sources. */
function isPresent({ gateway }: PairNode): boolean {
  return gateway.log().find(({ msg }) => msg === 'gateway ready')?.version === version
}

async function signIn(ledger: TokenLedger, node: PairNode): Promise<IssuedToken> {
  const token = await ledger.issue(originOf(node))
  if (!token) throw new Error(`${originOf(node)} issues no token`)
  return token
}

interface SignIns {
  /** The node that has another version now, and the one that has not changed. */
  changed: PairNode
  other: PairNode
  signIns: readonly IssuedToken[]
}

/** Tokens of before are accepted, refresh tokens can be used at the other version, and revocations reach it. */
async function checkSignIns(t: ExecutionContext, ledger: TokenLedger, { changed, other, signIns }: SignIns) {
  for (const [index, node] of [other, changed].entries()) {
    const token = signIns[index] as IssuedToken
    for (const each of [changed, other]) await ledger.call(originOf(each), token)
    t.is(await ledger.refresh(originOf(node), token), 200)
    t.true(await ledger.revoke(originOf(node), token))
    t.is(await ledger.refresh(originOf(node === other ? changed : other), token), 400, 'a refresh token is used once')
  }
  await new Promise((resolve) => setTimeout(resolve, 2_000)) // every node knows a revocation by then
  for (const token of signIns) for (const each of [changed, other]) await ledger.callRevoked(originOf(each), token)
}
