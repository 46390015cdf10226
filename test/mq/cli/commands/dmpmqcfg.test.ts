import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { type Connection, type Installation, openInstallation } from '../../../../src/mq/manager/index.ts'
import { silentLog } from '../../../../src/shared/lib/output/log.ts'
import { type } from '../_host.ts'

const definitions = `
ALTER QMGR DESCR('it''s QM1') MAXHANDS(99) DEADQ(SYSTEM.DEAD.LETTER.QUEUE)
ALTER QLOCAL(SYSTEM.DEFAULT.LOCAL.QUEUE) MAXDEPTH(123)
DEFINE QLOCAL(APP.IN) DESCR('orders, it''s (all) "of" them') MAXDEPTH(5000) NOSHARE TRIGGER PUT(DISABLED) DEFPSIST(YES)
DEFINE QLOCAL('app.lower') BOQNAME(APP.IN) BOTHRESH(3)
DEFINE QALIAS(APP.ALIAS) TARGET(APP.IN)
DEFINE QREMOTE(APP.REMOTE) RNAME(THERE) RQMNAME(FAR) XMITQ(APP.IN)
DEFINE QMODEL(APP.MODEL) DEFTYPE(PERMDYN)
DEFINE NAMELIST(APP.NAMES) NAMES(APP.IN,APP.ALIAS)
DEFINE NAMELIST(APP.NONE)
DEFINE PROCESS(APP.PROCESS) APPLICID('/bin/true') USERDATA('a ''b''')
DEFINE CHANNEL(APP.SDR) CHLTYPE(SDR) CONNAME('host(1414)') XMITQ(APP.IN) PASSWORD(secret) COMPHDR(SYSTEM,NONE)
DEFINE CHANNEL(APP.SVRCONN) CHLTYPE(SVRCONN) MCAUSER('app') SENDEXIT('lib(a)','lib(b)')
DEFINE CHANNEL(APP.SVRCONN) CHLTYPE(CLNTCONN) CONNAME('host(1414)') QMNAME(QM1)
DEFINE CHANNEL(APP.AMQP) CHLTYPE(AMQP) PORT(5673)
DEFINE LISTENER(APP.TCP) TRPTYPE(TCP) PORT(1999) CONTROL(MANUAL)
DEFINE SERVICE(APP.SERVICE) STARTCMD('/bin/true') STARTARG('x')
DEFINE TOPIC(APP.TOPIC) TOPICSTR('orders/Europe') DEFPRTY(3)
DEFINE AUTHINFO(APP.LDAP) AUTHTYPE(IDPWLDAP) CONNAME('ldap(389)') SHORTUSR('uid') LDAPPWD('hidden')
DEFINE SUB('app sub') TOPICSTR('orders/#') DEST(APP.IN) USERDATA('x')
SET CHLAUTH('APP.*') TYPE(ADDRESSMAP) ADDRESS('10.*') USERSRC(MAP) MCAUSER('app') DESCR('from here')
SET CHLAUTH('APP.*') TYPE(USERMAP) CLNTUSER('bob') USERSRC(NOACCESS)
SET CHLAUTH('*') TYPE(BLOCKADDR) ADDRLIST('10.9.*','10.8.*')
SET AUTHREC OBJTYPE(QMGR) PRINCIPAL('app') AUTHADD(CONNECT,INQ)
SET AUTHREC PROFILE('APP.**') OBJTYPE(QUEUE) GROUP('the users') AUTHADD(PUT,GET,BROWSE)
`

let installation: Installation
let folder: string

test.before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dmpmqcfg-'))
  installation = await openInstallation({ folder, clock: Date.now, log: silentLog })
  for (const name of ['QM1', 'QM2', 'QM3', 'QM4']) await (await installation.create(name)).start()
  const { output } = await run('runmqsc -e QM1', definitions)
  if (!output.includes('All valid MQSC commands were processed')) throw new Error(output)
})
test.after.always(async () => {
  await installation.close()
  await rm(folder, { recursive: true, force: true, maxRetries: 10 })
})

function run(line: string, input = '') {
  return type({ installation }, line, input)
}

/** What DISPLAY shows of everything, without dates, ids and the names of files. */
async function displayAll(manager: string): Promise<string[]> {
  const connection = installation.find(manager)?.connect({ name: 'mqm', groups: [], privileged: true }) as Connection
  const shown: string[] = []
  // biome-ignore format: a list
  const commands = ['QMGR', 'QUEUE(*)', 'NAMELIST(*)', 'PROCESS(*)', 'CHANNEL(*)', 'LISTENER(*)', 'SERVICE(*)', 'TOPIC(*)',
    'AUTHINFO(*)', 'COMMINFO(*)', 'SUB(*)', 'CHLAUTH(*)']
  for (const command of commands) {
    const { responses } = await connection.command(`DISPLAY ${command} ALL`)
    for (const { attributes = [] } of responses)
      shown.push(
        attributes
          .filter(([key]) => !varying.has(key))
          .map(([key, value]) => `${key}(${value})`)
          .join(' '),
      )
  }
  const { responses } = await connection.command('DISPLAY AUTHREC')
  for (const { attributes = [] } of responses)
    shown.push(attributes.map(([key, value]) => `${key}(${value})`).join(' '))
  await connection.close()
  return shown
}

const varying = new Set([
  ...['ALTDATE', 'ALTTIME', 'CRDATE', 'CRTIME', 'QMID', 'QMNAME', 'SUBID', 'PASSWORD', 'LDAPPWD', 'DESTQMGR'],
  ...['CURDEPTH', 'IPPROCS', 'OPPROCS', 'SUBUSER'], // a subscription belongs to the user who defines it
])

for (const [form, manager] of [
  ['-a', 'QM2'],
  ['-o 1line', 'QM3'],
  ['-a -o 2line', 'QM4'],
] as const) {
  test(`what dmpmqcfg ${form} writes makes the same configuration on a new queue manager`, async (t) => {
    const dump = await run(`dmpmqcfg -m QM1 ${form}`)
    t.is(dump.status, 0)
    const { status, output } = await run(`runmqsc -e ${manager}`, dump.output)
    // DEFINE NOREPLACE fails for the objects that every queue manager has; the ALTER after it counts.
    t.is(status, form.includes('2line') ? 10 : 0, output)
    const before = (await displayAll('QM1')).map((line) => line.replaceAll('QM1', 'QM'))
    const after = (await displayAll(manager)).map((line) => line.replaceAll(/QM1|QM[234]/g, 'QM'))
    t.deepEqual(after, before)
  })
}

test('writes one attribute per line, and only what differs from the default', async (t) => {
  const { output } = await run('dmpmqcfg -m QM1 -n APP.ALIAS -t queue -x object')
  t.true(output.includes("\nDEFINE QALIAS('APP.ALIAS') +\n   TARGET('APP.IN') +\n   REPLACE\n"), output)
  t.false(output.includes('AUTHREC'))
  const all = await run('dmpmqcfg -m QM1 -a -n APP.ALIAS -t queue -o 1line')
  t.regex(all.output, /\nDEFINE QALIAS\('APP\.ALIAS'\) .*DESCR\(' '\).* REPLACE\n/)
})

test('a replayed dump leaves SYSTEM.DEFAULT.SUB as it was', async (t) => {
  await (await installation.create('QM5')).start()
  const shown = () => run('runmqsc -e QM5', 'DISPLAY SUB(SYSTEM.DEFAULT.SUB) DESTQMGR SUBUSER DEST')
  const before = (await shown()).output
  t.regex(before, /DESTQMGR\( \)[\s\S]*SUBUSER\( \)/)
  t.is((await run('runmqsc -e QM5', (await run('dmpmqcfg -m QM5 -x sub -a')).output)).status, 0)
  t.is((await shown()).output, before)
})

test('leaves passwords out', async (t) => {
  const { output } = await run('dmpmqcfg -m QM1 -a')
  t.regex(output, /Passwords are not part of this script/)
  t.notRegex(output, /secret|hidden|PASSWORD\(|LDAPPWD\(/)
})

test('writes authorities as setmqaut commands', async (t) => {
  const { output } = await run('dmpmqcfg -m QM1 -o setmqaut')
  t.true(output.includes('\nsetmqaut -m QM1 -t qmgr -p app +connect +inq\n'), output)
  t.true(output.includes("\nsetmqaut -m QM1 -n 'APP.**' -t queue -g 'the users' +browse +get +put\n"), output)
  t.notRegex(output, /DEFINE/)
})

for (const [part, expected, other] of [
  ['chlauth', /SET CHLAUTH/, /DEFINE|AUTHREC/],
  ['authrec', /SET AUTHREC/, /DEFINE|CHLAUTH/],
  ['sub', /DEFINE SUB\('app sub'\)/, /QLOCAL|CHLAUTH\(|AUTHREC/],
  ['object', /DEFINE QLOCAL/, /SET /],
] as const) {
  test(`-x ${part} writes nothing else`, async (t) => {
    const { output } = await run(`dmpmqcfg -m QM1 -x ${part}`)
    t.regex(output, expected)
    t.notRegex(output, other)
  })
}

for (const [line, status, stderr] of [
  ['dmpmqcfg -m NONE', 16, /AMQ8118E/],
  ['dmpmqcfg -m QM1 -o xml', 36, /-o must be one of mqsc, 1line, 2line, setmqaut, found "xml"/],
  ['dmpmqcfg -m QM1 -t chair', 36, /-t must be one of all, qmgr, queue/],
  ['dmpmqcfg -m QM1 -x everything', 36, /-x must be one of all, object/],
  ['rcdmqimg -m QM1 -z -x', 36, /there is no option "-x"/],
  ['rcdmqimg -t queue A B', 36, /unexpected argument "B"/],
  ['rcrmqobj -m', 36, /the option -m needs a value/],
  ['rcrmqobj -m QM1 -t queue A', 71, /no media image[\s\S]*dmpmqcfg/],
] as const) {
  test(`"${line}" ends with status ${status}`, async (t) => {
    const result = await run(line)
    t.is(result.status, status)
    t.regex(result.stderr ?? '', stderr)
  })
}

test('rcdmqimg succeeds and says that media images are not needed', async (t) => {
  const { status, output } = await run('rcdmqimg -m QM1 -t all *')
  t.is(status, 0)
  t.regex(output, /no media image is recorded, because none is needed/)
})
