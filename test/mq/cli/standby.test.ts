import test, { type ExecutionContext } from 'ava'
import { operatorPrincipal } from '../../../src/mq/runtime/index.ts'
import type { MqHost } from '../../../src/mq/runtime/mq-command.ts'
import { eventually } from '../../_support/eventually.ts'
import { type PostgresServer, postgresBinaries, startPostgres } from '../../_support/postgres.ts'
import { openHost, type } from './_host.ts'

let server: PostgresServer
if (postgresBinaries) {
  test.before(async () => {
    server = await startPostgres()
  })
  test.after.always(() => server?.close())
} else {
  test.skip('PostgreSQL is not installed (Debian: postgresql)', () => {})
}
const withServer = postgresBinaries ? test : test.skip

/** Runs a command line that must succeed, and returns its output. */
async function run(t: ExecutionContext, host: MqHost, line: string, status = 0): Promise<string> {
  const result = await type(host, line)
  t.is(result.status, status, `${line}: ${result.output}${result.stderr ?? ''}`)
  return `${result.output}${result.stderr ?? ''}`
}

function stateOf(host: MqHost, name: string): string | undefined {
  return host.installation.find(name)?.state
}

async function isInState(host: MqHost, name: string, state: string): Promise<boolean> {
  return (await eventually(async () => stateOf(host, name) === state || undefined)) === true
}

withServer('a queue manager in a database switches over to its standby instance, and back', async (t) => {
  const [a, b] = [await openHost(t), await openHost(t)]
  await run(t, a, `crtmqm -c shared -md ${server.url} QM1`)
  t.regex(await run(t, b, `crtmqm -md ${server.url} QM1`, 71), /has a queue manager QM1 already/)
  await run(t, b, `addmqinf -v Name=QM1 -v DataPath=${server.url}`)
  await run(t, a, 'strmqm -x QM1')
  t.regex(await run(t, b, 'strmqm QM1', 31), /active on another machine, which permits a standby/)
  t.regex(await run(t, b, 'dspmq -m QM1'), /STATUS\(Running elsewhere\)/)
  t.regex(await run(t, b, 'strmqm -x QM1', 30), /standby instance of queue manager 'QM1' has been started/)
  t.is(stateOf(b, 'QM1'), 'standby')
  await eventually(async () => (await type(a, 'dspmq -x')).output.includes('Standby') || undefined)
  t.regex(
    await run(t, a, 'dspmq -x -o status -o standby'),
    /^QMNAME\(QM1\) +STATUS\(Running\) STANDBY\(Permitted\)\n {4}INSTANCE\(\S+\) MODE\(Active\)\n {4}INSTANCE\(\S+\) MODE\(Standby\)\n$/,
  )
  t.regex(await run(t, b, 'dspmq'), /STATUS\(Running as standby\)/)

  const before = a.installation.find('QM1')?.connect(operatorPrincipal)
  const shown = await before?.command('DISPLAY QMSTATUS STANDBY')
  t.deepEqual(shown?.responses[0]?.attributes?.at(-1), ['STANDBY', 'PERMIT'])
  await before?.command('DEFINE QLOCAL(A) DEFPSIST(YES)')
  await before?.put({ queue: 'A' }, { body: Buffer.from('kept'), format: 'MQSTR', persistence: 'persistent' })
  await run(t, a, 'endmqm -i -s QM1')
  t.true(await isInState(b, 'QM1', 'running'))
  t.is((await b.installation.find('QM1')?.connect(operatorPrincipal).get('A'))?.body.toString(), 'kept')

  await run(t, a, 'strmqm -x QM1', 30)
  await run(t, a, 'endmqm -x QM1')
  t.regex(await run(t, a, 'endmqm -x QM1', 40), /has no standby instance on this machine/)
  t.regex(await run(t, b, 'endmqm -i -s QM1', 40), /has no standby instance that could become active/)
})

withServer('the end of the active instance ends its standby instances', async (t) => {
  const [a, b] = [await openHost(t), await openHost(t)]
  await run(t, a, `crtmqm -md ${server.url} QM2`)
  await run(t, b, `addmqinf -v Name=QM2 -v DataPath=${server.url}`)
  await run(t, a, 'strmqm QM2')
  t.regex(await run(t, b, 'strmqm -x QM2', 43), /permits no standby instance/)
  t.regex(await run(t, b, 'dltmqm QM2', 71), /runs on another machine/)
  await run(t, a, 'endmqm -i QM2')
  await run(t, a, 'strmqm -x QM2')
  await run(t, b, 'strmqm -x QM2', 30)
  await run(t, a, 'endmqm -i QM2')
  t.true(await isInState(b, 'QM2', 'ended'))

  await run(t, b, 'rmvmqinf QM2')
  t.is(await run(t, b, 'dspmq'), '')
  await run(t, a, 'dltmqm QM2')
  t.regex(await run(t, b, `addmqinf -v Name=QM2 -v DataPath=${server.url}`, 16), /no queue manager QM2/)
})

withServer('the end of the process that runs the active instance lets the standby take over', async (t) => {
  const [a, b] = [await openHost(t), await openHost(t)]
  await run(t, a, `crtmqm -md ${server.url} QM3`)
  await run(t, b, `addmqinf -v Name=QM3 -v DataPath=${server.url}`)
  await run(t, a, 'strmqm -x QM3')
  await run(t, b, 'strmqm -x QM3', 30)
  await a.installation.close()
  t.true(await isInState(b, 'QM3', 'running'))
})

test('says what is wrong with commands for instances', async (t) => {
  const host = await openHost(t)
  await run(t, host, 'crtmqm QM1')
  for (const [line, text] of [
    ['strmqm -x QM1', /-x: QM1 is stored in its folder on this machine; crtmqm -md/],
    ['crtmqm -md file:///data QM2', /-md: found file:\/\/\/data; accepted is postgres:\/\/USER/],
    ['crtmqm -md postgresx://u:secret@h/d QM2', /-md: found postgresx:\/\/\*\*\*@h\/d; accepted/],
    ['addmqinf -v Name=QM2', /-v Name=… and -v DataPath=… are required/],
    ['addmqinf -v Prefix=/x', /-v: found Prefix; accepted are Name and DataPath/],
    ['rmvmqinf QM1', /'QM1' is stored in its folder on this machine; dltmqm deletes it/],
  ] as const) {
    const result = await type(host, line)
    t.not(result.status, 0, line)
    t.regex(`${result.output}${result.stderr ?? ''}`, text, line)
  }
  const failed = await type(host, 'crtmqm -md postgres://u:secret@127.0.0.1:1/d QM2')
  t.regex(`${failed.output}${failed.stderr ?? ''}`, /cannot be reached/)
  t.notRegex(`${failed.output}${failed.stderr ?? ''}`, /secret/)
})
