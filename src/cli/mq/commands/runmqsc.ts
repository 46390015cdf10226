/** `runmqsc`: runs a script of MQSC commands on a queue manager. */
import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'

import { type MqCommand, operatorPrincipal } from '../../../runtime/mq/index.ts'
import { lastValue, type OptionSpec, parseOptions } from './options.ts'
import { findRunningQueueManager } from './queue-managers.ts'

const optionSpec: OptionSpec = { flags: ['-e'], values: ['-f'], positionals: { min: 0, max: 1 } }

export const runmqsc: MqCommand = {
  name: 'runmqsc',
  usage: '[-e] [-f File] [QMgrName]',

  async readInput(args) {
    const file = lastValue(parseOptions(args, optionSpec), '-f')
    return file === undefined ? text(process.stdin) : readFile(file, 'utf8')
  },

  async run(args, { installation }, input) {
    const { flags, positionals: words } = parseOptions(args, optionSpec)
    const { runMqscScript: runScript } = await import('./mqsc-script.ts')
    const manager = findRunningQueueManager(installation, words[0])
    const connection = manager.connect(operatorPrincipal, { name: 'runmqsc' })
    let output = ''
    try {
      const status = await runScript({
        manager: manager.name,
        run: (command) => connection.command(command),
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
