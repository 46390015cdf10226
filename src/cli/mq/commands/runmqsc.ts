/** `runmqsc`: runs a script of MQSC commands on a queue manager. */
import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'

import { exitStatuses, type MqCommand, MqCommandError, operatorPrincipal } from '../../../runtime/mq/index.ts'
import { lastValue, type OptionSpec, parseOptions } from '../common/options.ts'
import { findRunningQueueManager } from './queue-managers.ts'
import { runmqscOptions } from './runmqsc-options.ts'

const optionSpec: OptionSpec = { options: runmqscOptions, positionals: { min: 0, max: 1 } }
const otherManager =
  'commands for another queue manager go to its web server: runmqsc -c with SLUICE_MQ_URL, instead of -w'

export const runmqsc: MqCommand = {
  name: 'runmqsc',
  summary: 'run a script of MQSC commands on a queue manager',
  usage: '[-e] [-v] [-f File] [QMgrName], or -c [-u User] [-e] [-f File] QMgrName',
  options: runmqscOptions,

  async readInput(args) {
    const given = parseOptions(args, optionSpec)
    if (given.values.has('-w') || given.flags.has('-x')) return '' // rejected before the script is read
    const file = lastValue(given, '-f')
    return file === undefined ? text(process.stdin) : readFile(file, 'utf8')
  },

  async run(args, { installation }, input) {
    const { flags, values, positionals: words } = parseOptions(args, optionSpec)
    if (values.has('-w') || flags.has('-x')) throw new MqCommandError(exitStatuses.usage, otherManager)
    if (values.has('-u'))
      throw new MqCommandError(
        exitStatuses.usage,
        '-u needs -c: without it, the owner of the data folder runs the script',
      )
    const { verifyCommand } = await import('../../../qm/index.ts')
    const { runMqscScript: runScript } = await import('./mqsc-script.ts')
    const manager = findRunningQueueManager(installation, words[0])
    const connection = manager.connect(operatorPrincipal, { name: 'runmqsc' })
    let output = ''
    try {
      const status = await runScript({
        manager: manager.name,
        run: (command) => (flags.has('-v') ? verifyCommand(command) : connection.command(command)),
        input: input.split(/\r?\n/),
        quiet: flags.has('-e'),
        write(text) {
          output += text
        },
      })
      return { status, output }
    } finally {
      await connection.close()
    }
  },
}
