/**
 * Runs `runmqsc -c`. The web server is that of `SLUICE_MQ_URL`; its CA is in `SLUICE_MQ_CA_FILE`, the user and the
 * password are in `SLUICE_MQ_USER` and `SLUICE_MQ_PASSWORD`, or the password is asked for.
 */
import { readFile } from 'node:fs/promises'

import { MqCommandError } from '../../../runtime/mq/index.ts'
import { readPassword } from '../../common/read-password.ts'
import type { Terminal } from '../common/mq-program.ts'
import { lastValue, parseOptions } from '../common/options.ts'
import { buildMqscClient, RestCallError } from './mqsc-client.ts'
import { openScript, runmqscOptions } from './open-script.ts'
import { runMqscScript } from './run-mqsc-script.ts'

const usageStatus = 36
const failedStatus = 20
const defaultUrl = 'https://localhost:9443'

/** Resolves with the exit status: that of `runmqsc`, 20 when the web server cannot be used, 36 for wrong options. */
export async function runMqscOverRest(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return await run(args, terminal)
  } catch (error) {
    const isUsage = error instanceof MqCommandError
    if (!isUsage && !(error instanceof RestCallError)) throw error
    terminal.writeError(`runmqsc: ${error.message}\n`)
    return isUsage ? usageStatus : failedStatus
  }
}

async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  const options = parseOptions(args, { options: runmqscOptions, positionals: { min: 1, max: 1 } })
  for (const other of ['-v', '-x'] as const)
    if (options.flags.has(other)) throw usage(`-c and ${other} exclude each other`)
  if (options.values.has('-w')) throw usage('-c and -w exclude each other')

  const { SLUICE_MQ_URL, SLUICE_MQ_USER, SLUICE_MQ_PASSWORD, SLUICE_MQ_CA_FILE } = terminal.environment
  const user = lastValue(options, '-u') ?? SLUICE_MQ_USER
  if (!user) throw usage('the user is missing: give it with -u, or in SLUICE_MQ_USER')
  const file = lastValue(options, '-f')
  if (!SLUICE_MQ_PASSWORD && file === undefined && !process.stdin.isTTY)
    throw usage('standard input is the script: set SLUICE_MQ_PASSWORD, or give the script with -f')
  const password = SLUICE_MQ_PASSWORD || (await readPassword(`Password of ${user}`))

  const [manager = ''] = options.positionals
  const input = await openScript(file, terminal)
  const run = buildMqscClient({
    url: parseUrl(SLUICE_MQ_URL || defaultUrl),
    manager,
    user,
    password,
    ca: SLUICE_MQ_CA_FILE ? await readCa(SLUICE_MQ_CA_FILE) : undefined,
  })
  await run('DISPLAY QMGR QMNAME') // reports a wrong URL, user or name before the script begins
  return runMqscScript({
    manager,
    run,
    quiet: options.flags.has('-e'),
    input,
    write: (text) => terminal.write(text),
  })
}

function parseUrl(text: string): URL {
  const url = URL.parse(text)
  const isLocal = url && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocal)) return url
  throw usage(`SLUICE_MQ_URL must be an HTTPS URL such as ${defaultUrl}, found "${text}"`)
}

async function readCa(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((cause: Error) => {
    throw usage(`SLUICE_MQ_CA_FILE cannot be read: ${cause.message}`)
  })
}

function usage(text: string): MqCommandError {
  return new MqCommandError(usageStatus, text)
}
