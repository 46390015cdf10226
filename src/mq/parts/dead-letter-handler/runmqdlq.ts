/** `runmqdlq`: the dead-letter queue handler, with a rules table on standard input. */
import type { MqProgram } from '../../cli/common/mq-program.ts'

const usageStatus = 36

export const runmqdlq: MqProgram = {
  name: 'runmqdlq',
  summary: 'handle the messages of a dead-letter queue by the rules on standard input',
  usage: '[QueueName [QMgrName]] < RulesTable',
  options: {},

  async run(args, terminal) {
    const [queue, manager, ...others] = args
    if (others.length > 0) {
      terminal.writeError(`runmqdlq takes a queue and a queue manager, found "${others[0]}"\n`)
      return usageStatus
    }
    const { runDeadLetterHandler } = await import('./run-dead-letter-handler.ts')
    return runDeadLetterHandler(terminal, queue, manager)
  },
}
