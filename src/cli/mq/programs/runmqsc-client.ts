/** `runmqsc -c`: runs a script of MQSC commands on a queue manager behind the REST API of its web server. */

import { runmqscOptions } from '../commands/runmqsc-options.ts'
import type { MqProgram } from './mq-program.ts'

export const runmqscClient: MqProgram = {
  name: 'runmqsc',
  summary: 'run a script of MQSC commands on a queue manager behind a web server',
  usage: '-c [-u User] [-e] [-f File] QMgrName',
  options: runmqscOptions,
  accepts: (args) => args.includes('-c'),

  async run(args, terminal) {
    const { runMqscOverRest } = await import('../rest/run-mqsc-over-rest.ts')
    return runMqscOverRest(args, terminal)
  },
}
