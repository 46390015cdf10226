/** `amqsbcg`: browses a queue and prints every field of every message, its properties, and a hex dump of its body. */
import { renderDateAndTime } from '../../../shared/lib/time/render-time.ts'
import type { Message, MessageProperty } from '../../manager/index.ts'
import { MqiCallError } from '../../runtime/index.ts'
import type { MqProgram } from '../common/mq-program.ts'
import { connectSample } from './sample-frame.ts'

const datagram = 8 // MQMT_DATAGRAM
const request = 1 // MQMT_REQUEST
const unix = 6 // MQAT_UNIX
const inGroup = 8 // MQMF_MSG_IN_GROUP
const lastInGroup = 16 // MQMF_LAST_MSG_IN_GROUP
const littleEndian = 546 // MQENC of the integers in the headers of this queue manager

/** Returns the lines of the message descriptor. `manager` is the queue manager of the reply-to queue by default. */
function renderDescriptor(message: Message, manager: string): string {
  const { format, priority, persistence, messageId, correlationId, backoutCount, replyTo } = message
  const { userId, applicationName, putAt, ccsid, expiry } = message
  const [date, time] = renderDateAndTime(putAt)
  return lines(
    '****Message descriptor****',
    '',
    "  StrucId  : 'MD  '  Version : 2",
    `  Report   : 0  MsgType : ${replyTo ? request : datagram}`,
    `  Expiry   : ${expiry === undefined ? -1 : Math.max(1, Math.ceil(expiry / 100))}  Feedback : 0`,
    `  Encoding : ${littleEndian}  CodedCharSetId : ${ccsid}`,
    `  Format : '${format.padEnd(8)}'`,
    `  Priority : ${priority}  Persistence : ${persistence === 'persistent' ? 1 : 0}`,
    `  MsgId : X'${hex(messageId)}'`,
    `  CorrelId : X'${hex(correlationId)}'`,
    `  BackoutCount : ${backoutCount}`,
    `  ReplyToQ       : '${(replyTo?.queue ?? '').padEnd(48)}'`,
    `  ReplyToQMgr    : '${(replyTo?.queueManager ?? manager).padEnd(48)}'`,
    '  ** Identity Context',
    `  UserIdentifier : '${userId.slice(0, 12).padEnd(12)}'`,
    '  AccountingToken : ',
    `   X'${'0'.repeat(64)}'`,
    `  ApplIdentityData : '${' '.repeat(32)}'`,
    '  ** Origin Context',
    `  PutApplType    : '${unix}'`,
    `  PutApplName    : '${applicationName.slice(0, 28).padEnd(28)}'`,
    `  PutDate  : '${date}'    PutTime  : '${time}'`,
    "  ApplOriginData : '    '",
    '',
    `  GroupId : X'${groupId(message)}'`,
    `  MsgSeqNumber   : '${message.group?.sequence ?? 1}'`,
    "  Offset         : '0'",
    `  MsgFlags       : '${message.group ? inGroup + (message.group.isLast ? lastInGroup : 0) : 0}'`,
    "  OriginalLength : '-1'",
    '',
  )
}

function renderProperties(properties: Readonly<Record<string, MessageProperty>>): string {
  const names = Object.keys(properties)
  if (names.length === 0) return ''
  const rendered = names.map((name) => {
    const { type, value } = properties[name] as MessageProperty
    return `  ${name} : ${type === 'string' ? `'${value}'` : value}`
  })
  return lines('****   Message properties   ****', '', ...rendered, '')
}

/** Returns the length and sixteen bytes per line, in hexadecimal digits and as text. */
function renderHexDump(body: Buffer): string {
  const rows: string[] = []
  for (let at = 0; at < body.length; at += 16) {
    const row = body.subarray(at, at + 16)
    const digits = hex(row)
      .replaceAll(/(.{4})/g, '$1 ')
      .trimEnd()
    const text = row.toString('latin1').replaceAll(/[^\x20-\x7e]/g, '.')
    const place = at.toString(16).toUpperCase().padStart(8, '0')
    rows.push(`${place}:  ${digits.padEnd(39)}         '${text.padEnd(16)}'`)
  }
  return lines('****   Message      ****', '', ` length - ${body.length} of ${body.length} bytes`, '', ...rows)
}

/** Returns 48 digits: the group id itself, or the first 24 bytes of an id that is text. */
function groupId({ group }: Message): string {
  const id = group?.id ?? ''
  const digits = /^[0-9a-f]{48}$/i.test(id) ? id : Buffer.from(id).toString('hex').slice(0, 48)
  return digits.padEnd(48, '0').toUpperCase()
}

function hex(bytes: Buffer): string {
  return bytes.toString('hex').toUpperCase()
}

function lines(...all: readonly string[]): string {
  return all.map((line) => `${line}\n`).join('')
}

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
      using connection = await connectSample(terminal, manager, 'amqsbcg')
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
    } catch (error) {
      if (!(error instanceof MqiCallError)) throw error
      terminal.write(`\n ${call} failed with CompCode:${error.completionCode}, Reason:${error.reasonCode}\n`)
      terminal.writeError(`${error.message}\n`)
      return error.completionCode
    }
  },
}
