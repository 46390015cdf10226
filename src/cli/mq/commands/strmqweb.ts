/** `strmqweb`: starts the MQ web server, which stays when the shell has gone. */
import { done, type MqCommand, outcome } from '../../../runtime/mq/index.ts'
import { readOptions } from './options.ts'

export const strmqweb: MqCommand = {
  name: 'strmqweb',
  usage: '',
  startsHost: true,

  async run(args, { web }) {
    readOptions(args, {})
    if (web.running) return outcome(1, 'Server mqweb is already running.')
    await web.start()
    return done('Starting server mqweb.', `Server mqweb started with process ID ${process.pid}.`)
  },
}
