/** `endmqweb`: ends the MQ web server. Queue managers go on. */
import { done, type MqCommand, outcome } from '../../../runtime/mq/index.ts'
import { readOptions } from './options.ts'

export const endmqweb: MqCommand = {
  name: 'endmqweb',
  usage: '',

  async run(args, { web }) {
    readOptions(args, {})
    if (!web.running) return outcome(1, 'Server mqweb is not running.')
    await web.stop()
    return done('Stopping server mqweb.', 'Server mqweb stopped.')
  },
}
