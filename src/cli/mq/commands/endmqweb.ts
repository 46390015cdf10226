/** `endmqweb`: ends the MQ web server. Queue managers continue to run. */
import { commandResult, type MqCommand, successResult } from '../../../runtime/mq/index.ts'
import { parseOptions } from '../common/options.ts'

export const endmqweb: MqCommand = {
  name: 'endmqweb',
  summary: 'end the MQ web server',
  usage: '',
  options: {},

  async run(args, { web }) {
    parseOptions(args, { options: {} })
    if (!web.running) return commandResult(1, 'Server mqweb is not running.')
    await web.stop()
    return successResult('Stopping server mqweb.', 'Server mqweb stopped.')
  },
}
