/** `amqsevt`: prints event messages as text or JSON. */
import { parseArgs } from 'node:util'

import { type MqProgram, reportReason } from './mq-program.ts'

/** The queues that are read when `-q` names none. */
const eventQueues = ['QMGR', 'PERFM', 'CHANNEL', 'CONFIG', 'COMMAND', 'LOGGER', 'PUBSUB'].map(
  (each) => `SYSTEM.ADMIN.${each}.EVENT`,
)
const formats = ['text', 'json', 'json_compact'] as const
const usage = '[-m QMgrName] [-q QueueName]... [-o text|json|json_compact] [-b] [-w Seconds]'
const usageStatus = 1

export const amqsevt: MqProgram = {
  name: 'amqsevt',
  summary: 'print event messages as text or JSON',
  usage,
  options: {
    '-m': { value: 'QMgrName', help: 'the queue manager; the default one without it' },
    '-q': { value: 'QueueName', help: 'a queue with events; may be repeated. All event queues without it' },
    '-o': { value: 'Format', choices: formats, help: 'the format; text without it' },
    '-b': { help: 'leave the messages on the queues' },
    '-w': {
      value: 'Seconds',
      help: 'end when no event arrives for this time; without it, wait until the end',
    },
  },

  async run(args, terminal) {
    let options: ReturnType<typeof parseOptions>
    try {
      options = parseOptions(args)
    } catch (error) {
      terminal.writeError(`amqsevt: ${(error as Error).message}\nUsage: amqsevt ${usage}\n`)
      return usageStatus
    }
    const [{ readMessages }, { renderEvent }] = await Promise.all([
      import('../monitoring/read-messages.ts'),
      import('../monitoring/render-event.ts'),
    ])
    const { manager, queues, format, ...reading } = options
    const connected = await reportReason(terminal, 'MQCONNX', () => terminal.connect(manager, 'amqsevt'))
    if (!connected) return usageStatus
    const connection = connected.value
    let number = 0
    const done = await reportReason(terminal, 'MQGET', async () => {
      for await (const { queue, message } of readMessages(connection, queues, reading)) {
        number++
        terminal.write(renderEvent(message, { queue, manager: connection.manager, number }, format))
      }
    })
    connection.close()
    return done ? 0 : usageStatus
  },
}

function parseOptions(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      ...{ m: { type: 'string', short: 'm' }, q: { type: 'string', short: 'q', multiple: true } },
      ...{ o: { type: 'string', short: 'o' }, w: { type: 'string', short: 'w' } },
      b: { type: 'boolean', short: 'b' },
    } as const,
  })
  const format = formats.find((each) => each === (values.o ?? 'text'))
  if (!format) throw new Error(`-o takes ${formats.join(', ')}, found "${values.o}"`)
  const seconds = values.w === undefined ? Number.POSITIVE_INFINITY : Number(values.w)
  if (!(seconds >= 0)) throw new Error(`-w takes a number of seconds, found "${values.w}"`)
  const { m: manager, q: queues = eventQueues, b: browses = false } = values
  return { manager, queues, format, browses, waitMs: seconds * 1000 }
}
