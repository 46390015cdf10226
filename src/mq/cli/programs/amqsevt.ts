/** `amqsevt`: prints event messages as text or JSON. */
import type { MqOptions } from '../../runtime/index.ts'
import { readingProgram } from '../common/mq-program.ts'
import { lastValue, parseOptions } from '../common/options.ts'

/** The queues that are read when `-q` names none. */
const eventQueues = ['QMGR', 'PERFM', 'CHANNEL', 'CONFIG', 'COMMAND', 'LOGGER', 'PUBSUB'].map(
  (each) => `SYSTEM.ADMIN.${each}.EVENT`,
)
const formats = ['text', 'json', 'json_compact'] as const

const options: MqOptions = {
  '-m': { value: 'QMgrName', help: 'the queue manager; the default one without it' },
  '-q': { value: 'QueueName', help: 'a queue with events; may be repeated. All event queues without it' },
  '-o': { value: 'Format', choices: formats, help: 'the format; text without it' },
  '-b': { help: 'leave the messages on the queues' },
  '-w': { value: 'Seconds', help: 'end when no event arrives for this time; without it, wait until the end' },
}

export const amqsevt = readingProgram({
  name: 'amqsevt',
  summary: 'print event messages as text or JSON',
  usage: '[-m QMgrName] [-q QueueName]... [-o text|json|json_compact] [-b] [-w Seconds]',
  options,
  connectCall: 'MQCONNX',
  parse: readRequest,

  async read(connection, { queues, format, ...reading }, terminal) {
    const [{ readMessages }, { renderEvent }] = await Promise.all([
      import('../monitoring/read-messages.ts'),
      import('../monitoring/render-event.ts'),
    ])
    let number = 0
    for await (const { queue, message } of readMessages(connection, queues, reading)) {
      number++
      terminal.write(renderEvent(message, { queue, manager: connection.manager, number }, format))
    }
  },
})

function readRequest(args: readonly string[]) {
  const given = parseOptions(args, { options })
  const [manager, formatText = 'text', waitText] = ['-m', '-o', '-w'].map((name) => lastValue(given, name))
  const format = formats.find((each) => each === formatText)
  if (!format) throw new Error(`-o takes ${formats.join(', ')}, found "${formatText}"`)
  const seconds = waitText === undefined ? Number.POSITIVE_INFINITY : Number(waitText)
  if (!(seconds >= 0)) throw new Error(`-w takes a number of seconds, found "${waitText}"`)
  const queues = given.values.get('-q') ?? eventQueues
  return { manager, queues, format, browses: given.flags.has('-b'), waitMs: seconds * 1000 }
}
