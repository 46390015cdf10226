/** `endmqm`: ends a queue manager. */
import { CommandFailed, done, type MqCommand, statuses } from '../../../runtime/mq/index.ts'
import { readOptions } from './options.ts'
import { runningManager } from './queue-managers.ts'

export const endmqm: MqCommand = {
  name: 'endmqm',
  usage: '[-c | -w | -i | -p] QMgrName',

  async run(args, { installation }) {
    const { flags, words } = readOptions(args, {
      flags: ['-c', '-w', '-i', '-p', '-z'],
      words: { min: 0, max: 1 },
    })
    const modes = ['-c', '-w', '-i', '-p'].filter((flag) => flags.has(flag))
    if (modes.length > 1) throw new CommandFailed(statuses.usage, `${modes.join(' and ')} exclude each other`)

    const manager = runningManager(installation, words[0])
    const ended = `IBM MQ queue manager '${manager.name}' ended.`

    switch (modes[0]) {
      case '-i':
      case '-p':
        await manager.end(modes[0] === '-i' ? 'immediate' : 'preemptive')
        return done(`IBM MQ queue manager '${manager.name}' ending.`, ended)
      case '-w':
        await manager.end('controlled')
        return done(`Waiting for queue manager '${manager.name}' to end.`, ended)
      default:
        // It may take as long as its applications like, and nobody waits for it here.
        manager.end('controlled').catch(() => {})
        return done(
          'Quiesce request accepted. The queue manager will stop when all outstanding work is complete.',
        )
    }
  },
}
