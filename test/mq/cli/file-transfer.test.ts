/** The commands of file transfer, run as the MQ host runs them. */

import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { loadMqCommands } from '../../../src/mq/cli/commands/index.ts'
import { openInstallation } from '../../../src/mq/manager/index.ts'
import { mqParts } from '../../../src/mq/parts.ts'
import { type MqHost, runMqCommand } from '../../../src/mq/runtime/mq-command.ts'
import { openHostServices } from '../../../src/mq/runtime/open-mq-host.ts'
import { silentLog } from '../../../src/shared/lib/output/log.ts'

let data: string
let host: MqHost
let end: () => Promise<void>

test.before(async () => {
  data = await mkdtemp(join(tmpdir(), 'mft-commands-'))
  const installation = await openInstallation({
    folder: join(data, 'qm'),
    clock: Date.now,
    log: silentLog,
    parts: mqParts,
  })
  await (await installation.create('QM1')).start()
  const partDeps = { installation, dataFolder: data, clock: Date.now, log: silentLog }
  const { opened: partServices, close } = await openHostServices(mqParts, partDeps)
  host = { installation, settingsFolder: data, environment: {}, partServices } as unknown as MqHost
  end = async () => {
    await close()
    await installation.close()
  }
})
test.after.always(async () => {
  await end()
  await rm(data, { recursive: true, force: true, maxRetries: 10 })
})

/** Runs a command line, words divided by blanks. */
async function run(line: string, input = '') {
  const {
    status,
    output,
    stderr = '',
  } = await runMqCommand(await loadMqCommands(mqParts), line.split(' '), host, input)
  return { status, text: output + stderr }
}

test.serial('agents are created, started, listed, pinged and used', async (t) => {
  t.like(await run('fteCreateAgent -agentName A -agentQMgr QM1'), { status: 1 })
  t.is((await run('fteSetupCoordination -coordinationQMgr QM1')).status, 0)
  t.is((await run('fteSetupCommands -connectionQMgr QM1')).status, 0)
  for (const name of ['A', 'B']) {
    await mkdir(join(data, name))
    const created = await run(`fteCreateAgent -agentName ${name} -agentQMgr QM1 -transferRoot ${join(data, name)}`)
    t.is(created.status, 0, created.text)
    const started = await run(`fteStartAgent ${name}`)
    t.is(started.status, 0, started.text)
  }
  t.regex((await run('fteCreateAgent -agentName A -agentQMgr QM1')).text, /there is an agent A/)
  t.regex((await run('fteStartAgent A')).text, /already running/)
  t.regex((await run('fteListAgents')).text, /A +QM1 +READY\nB +QM1 +READY/)
  t.regex((await run('fteShowAgentDetails A')).text, /Queue Manager: +QM1/)
  t.is((await run('ftePingAgent B')).text, 'BFGCL0213I: agent B responded to ping.\n')

  await writeFile(join(data, 'A', 'one.txt'), 'one')
  const moved = await run('fteCreateTransfer -w -sa A -da B -sd delete -jn JOB -md k=v -dd in one.txt')
  t.is(moved.status, 0, moved.text)
  t.regex(moved.text, /The request ID is: 414D51[0-9A-F]+\nBFGRP0032I/)
  t.is(await readFile(join(data, 'B', 'in', 'one.txt'), 'utf8'), 'one')
  t.is((await run('fteCreateTransfer -w 60 -sa A -sm QM1 -da B -dm QM1 -df x missing')).status, 21)
})

test.serial('a monitor takes its task from a file, and is listed and deleted', async (t) => {
  await mkdir(join(data, 'A', 'watched'))
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of the monitor
  const task = await run('fteCreateTransfer -gt task.json -sa A -da B -dd seen ${FilePath}', data)
  t.is(task.status, 0, task.text)
  const definition = await readFile(join(data, 'task.json'), 'utf8')
  const created = await run(
    `fteCreateMonitor -ma A -mn M -md ${join(data, 'A', 'watched')} -mt task.json -tr match,*.csv -pi 1 -pu SECONDS`,
    definition,
  )
  t.is(created.status, 0, created.text)
  await writeFile(join(data, 'A', 'watched', 'x.csv'), 'x')
  while (!(await readFile(join(data, 'B', 'seen', 'x.csv'), 'utf8').catch(() => '')))
    await new Promise((resolve) => setTimeout(resolve, 50))
  t.regex((await run('fteListMonitors -v')).text, /A +M +Directory +started/)
  t.is((await run('fteStopMonitor -ma A -mn M')).status, 0)
  t.is((await run('fteDeleteMonitor -ma A -mn M')).status, 0)
  t.is((await run('fteDeleteMonitor -ma A -mn M')).status, 1)
})

test.serial('a scheduled transfer is listed and deleted', async (t) => {
  const made = await run('fteCreateTransfer -sa A -da B -ss 2099-01-01T10:00 -tb UTC -oi days -of 2 -oc 3 -dd later x')
  t.is(made.status, 0, made.text)
  const id = /ID is: (\w+)/.exec(made.text)?.[1] as string
  let listed = ''
  while (!listed.includes(id)) listed = (await run('fteListScheduledTransfers')).text
  t.regex(
    listed,
    /Next Transfer: +2099-01-01T10:00\nSchedule Time Base: +UTC \(UTC\)\nRepeat Interval: +days\nRepeat Frequency: +2\nRepeat Count: +3\n/,
  )
  t.is((await run(`fteDeleteScheduledTransfer -agentName A ${id}`)).status, 0)
  t.regex((await run(`fteCancelTransfer -a A ${id}`)).text, /no transfer .* in progress/)
})

test.serial('agents are stopped and deleted', async (t) => {
  t.regex((await run('fteDeleteAgent B')).text, /is running/)
  t.is((await run('fteStopAgent B')).status, 0)
  t.is((await run('fteDeleteAgent B')).status, 0)
  t.is((await run('fteStopAgent B')).status, 1)
})

for (const [line, text] of [
  ['fteCreateTransfer -sa A -da B x', /one of -dd, -df and -dq/],
  ['fteCreateTransfer -sa A -da B -dd x', /the source is missing/],
  ['fteCreateTransfer -sa A -da B -dd x -t ascii y', /-t must be one of binary, text/],
  ['fteCreateTransfer -sa A -da B -dd x -presrc y z', /-presrc is not supported: agents call no programs/],
  ['fteCreateTransfer -sa A -da B -dd x -tr size=1,y z', /-tr must be one of/],
  ['fteCreateTransfer -sa A -da B -dd x -oi days y', /-oi needs -ss, the first start/],
  ['fteCreateTransfer -sa A -da B -dd x -ss 10:00 -oc 3 y', /-oc needs -oi, the unit of the interval/],
  ['fteCreateTransfer -sa A -da B -dd x -ss 10:00 -oi day y', /-oi must be one of minutes, hours/],
  ['fteCreateTransfer -sa A -da B -dd x -ss 10:00 -oi days -of 0 y', /-of must be a whole number from 1/],
  ['fteCreateTransfer -sa A -da B -dd x -ss 2099-02-30T10:00 y', /-ss: a time must have the form/],
  [
    'fteCreateTransfer -sa A -da B -dd x -ss 2099-01-02T10:00 -oi days -es 2099-01-01T10:00 y',
    /-es: the end must be later than the first start/,
  ],
  ['fteCreateTransfer -sa A%B -da B -dd x z', /agent name "A%B" must be/],
] as const) {
  test(`${line} is rejected with a reason`, async (t) => {
    const { status, text: found } = await run(line)
    t.not(status, 0)
    t.regex(found, text)
  })
}
