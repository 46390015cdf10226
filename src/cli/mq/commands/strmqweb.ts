/** `strmqweb`: starts the MQ web server, which continues to run when the shell ends. */
import { commandResult, type MqCommand, successResult } from '../../../runtime/mq/index.ts'
import { parseOptions } from '../common/options.ts'

export const strmqweb: MqCommand = {
  name: 'strmqweb',
  summary: 'start the MQ web server',
  usage: '',
  options: {},
  startsHost: true,

  async run(args, { web }) {
    parseOptions(args, { options: {} })
    if (web.running) return commandResult(1, 'Server mqweb is already running.')
    await web.start()
    return successResult('Starting server mqweb.', `Server mqweb started with process ID ${process.pid}.`)
  },
}
