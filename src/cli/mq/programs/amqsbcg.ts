/** `amqsbcg`: browses a queue and prints every field of every message, its properties, and a hex dump of its body. */
import { MqiCallError } from '../../../runtime/mq/index.ts'
import type { MqProgram } from '../common/mq-program.ts'
import { renderDescriptor, renderHexDump, renderProperties } from './render-descriptor.ts'
import { connectSample } from './sample-frame.ts'

const usageStatus = 4

export const amqsbcg: MqProgram = {
  name: 'amqsbcg',
  summary: 'browse a queue and print every field of its messages',
  usage: 'QueueName [QMgrName]',
  options: {},

  async run(args, terminal) {
    const [queue, manager, ...others] = args
    if (queue === undefined || others.length > 0) {
      if (queue === undefined) terminal.write('Required parameter missing - queue name\n')
      terminal.write('\n  Usage: amqsbcg QName [ QMgrName ]\n')
      return usageStatus
    }
    terminal.write('\nAMQSBCG0 - starts here\n**********************\n \n')

    let call = 'MQCONN'
    try {
      const connection = await connectSample(terminal, manager, 'amqsbcg')
      try {
        terminal.write(` MQOPEN - '${queue}'\n \n`)
        call = 'MQOPEN'
        await connection.browse(queue)
        call = 'MQGET'
        let number = 0
        for (let message = await connection.browseNext(); message; message = await connection.browseNext()) {
          number++
          terminal.write(` \n MQGET of message number ${number}, CompCode:0 Reason:0\n`)
          terminal.write(renderDescriptor(message, connection.manager))
          terminal.write(renderProperties(message.properties))
          terminal.write(renderHexDump(message.body))
        }
        terminal.write(' \n \n No more messages \n MQCLOSE\n MQDISC\n')
        return 0
      } finally {
        connection.close()
      }
    } catch (error) {
      if (!(error instanceof MqiCallError)) throw error
      terminal.write(`\n ${call} failed with CompCode:${error.completionCode}, Reason:${error.reasonCode}\n`)
      terminal.writeError(`${error.message}\n`)
      return error.completionCode
    }
  },
}
