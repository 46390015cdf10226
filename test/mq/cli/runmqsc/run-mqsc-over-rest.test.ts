import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import type { Terminal } from '../../../../src/mq/cli/common/mq-program.ts'
import { runMqscOverRest } from '../../../../src/mq/cli/runmqsc/run-mqsc-over-rest.ts'
import { openServer, type TestServer } from '../../web/_support/server.ts'

let server: TestServer
const end: (() => Promise<void>)[] = []

test.before(async () => {
  const scope = { teardown: (work: () => Promise<void>) => void end.unshift(work) }
  server = await openServer(scope as unknown as Parameters<typeof openServer>[0])
})
test.after.always(async () => {
  for (const work of end) await work()
})

interface Result {
  status: number
  output: string
  stderr: string
}

async function run(line: string, script: string, environment: Record<string, string> = {}): Promise<Result> {
  const result = { status: 0, output: '', stderr: '' }
  const terminal = {
    environment: {
      SLUICE_MQ_URL: server.web.url,
      SLUICE_MQ_USER: 'mqadmin',
      SLUICE_MQ_PASSWORD: 'mqadmin',
      SLUICE_MQ_CA_FILE: join(server.folder, 'certificate.pem'),
      ...environment,
    },
    readLines: async function* () {
      yield* script.split('\n')
    },
    write: (text: string | Buffer) => {
      result.output += text
    },
    writeError: (text: string) => {
      result.stderr += text
    },
  } as unknown as Terminal
  result.status = await runMqscOverRest(line.split(' '), terminal)
  return result
}

test('runs a script on a queue manager behind the web server', async (t) => {
  const { status, output, stderr } = await run(
    '-c QM1',
    'DEFINE QLOCAL(REMOTE) +\n  DESCR(x)\nDISPLAY QLOCAL(REMOTE) MAXDEPTH\nNONSENSE\nDEFINE QLOCAL(REMOTE)',
  )
  t.is(stderr, '')
  t.is(status, 10)
  t.regex(output, /AMQ8006I: IBM MQ queue created\./)
  t.regex(output, /QUEUE\(REMOTE\)[\s\S]*MAXDEPTH\(5000\)/)
  t.regex(
    output,
    /4 MQSC commands read\.\nOne command has a syntax error\.\nOne valid MQSC command could not be processed\./,
  )
})

test('reads the script of a file, and writes only failures with -e', async (t) => {
  const file = join(server.folder, 'script.mqsc')
  await writeFile(file, 'PING QMGR\n')
  const { status, output } = await run(`-c -e -f ${file} -u mqadmin QM1`, '', { SLUICE_MQ_USER: 'other' })
  t.is(status, 0)
  t.notRegex(output, /1 : PING/)
})

test('a reader may display only', async (t) => {
  const reader = { SLUICE_MQ_USER: 'mqreader', SLUICE_MQ_PASSWORD: 'mqreader' }
  t.is((await run('-c QM1', 'DISPLAY QMGR DEADQ', reader)).status, 0)
  const { status, stderr } = await run('-c QM1', 'DEFINE QLOCAL(READER)', reader)
  t.is(status, 20)
  t.regex(stderr, /responded with 403/)
})

for (const [title, line, environment, status, stderr] of [
  ['a wrong password', '-c QM1', { SLUICE_MQ_PASSWORD: 'wrong' }, 20, /responded with 401/],
  ['an unknown queue manager', '-c NONE', {}, 20, /responded with 404: MQWB0009E/],
  [
    'a port without a server',
    '-c QM1',
    { SLUICE_MQ_URL: 'https://127.0.0.1:1' },
    20,
    /https:\/\/127\.0\.0\.1:1 cannot be used: .*ECONNREFUSED/,
  ],
  [
    'a certificate that is not trusted',
    '-c QM1',
    { SLUICE_MQ_CA_FILE: '' },
    20,
    /set SLUICE_MQ_CA_FILE to the certificate/,
  ],
  [
    'a plain HTTP URL',
    '-c QM1',
    { SLUICE_MQ_URL: 'http://mq.example' },
    36,
    /must be an HTTPS URL.*found "http:\/\/mq\.example"/,
  ],
  ['no user', '-c QM1', { SLUICE_MQ_USER: '' }, 36, /the user is missing/],
  ['no queue manager', '-c', {}, 36, /an argument is missing/],
  ['-w', '-c -w 5 QM1', {}, 36, /-c and -w exclude each other/],
  ['-v', '-c -v QM1', {}, 36, /-c and -v exclude each other/],
] as const) {
  test(`explains ${title}`, async (t) => {
    const result = await run(line, 'PING QMGR', environment)
    t.is(result.status, status)
    t.regex(result.stderr, stderr)
  })
}
