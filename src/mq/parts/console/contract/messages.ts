/** The messages of a queue or a topic. */
import { type Static, Type } from '../../../../shared/lib/json-schema/type.ts'
import { declareResources, orDefault, query, resource } from '../../../../shared/rest/resource.ts'
import { body, flag, integer, list, text, view } from '../../../../shared/rest/shapes.ts'

const deadLetter = {
  reason: integer(),
  reasonName: text(),
  queue: text(),
  manager: text(),
  format: text('The format of the message after the header.'),
}
/** The dead-letter header before a body: why the message could not be delivered, and to which queue. */
export type DeadLetterHeader = Static<typeof DeadLetterHeader>
const DeadLetterHeader = view('DeadLetterHeader', deadLetter)

const summary = {
  messageId: text('48 hexadecimal digits.'),
  correlationId: Type.Optional(text()),
  format: text(),
  length: integer('The length of the body in bytes.'),
  persistence: Type.Enum(['persistent', 'nonPersistent']),
  priority: integer(),
  expiry: Type.Optional(integer('The remaining lifetime in milliseconds; absent if unlimited.')),
  putAt: text('The put time in ISO 8601.'),
  userId: text(),
  applicationName: text(),
  backoutCount: integer(),
  preview: Type.Optional(
    text('The first characters of the body, after a dead-letter header; absent for long messages.'),
  ),
}
export type MessageSummary = Static<typeof MessageSummary>
const MessageSummary = view('MessageSummary', { ...summary, deadLetter: Type.Optional(DeadLetterHeader) })

export type MessageProperty = Static<typeof MessageProperty>
const MessageProperty = Type.Object(
  { name: text(), type: text(), value: text() },
  { 'x-rule': 'each property must have a name, a type and a value, all of them strings' },
)

const group = Type.Object(
  { id: text(), sequence: integer('From 1.'), isLast: Type.Optional(flag()) },
  { description: 'The group of the message, and its place in the group.' },
)

export type MessageDetails = Static<typeof MessageDetails>
const MessageDetails = view('Message', {
  ...summary,
  deadLetter: Type.Optional(DeadLetterHeader),
  headers: list(
    Type.Object({
      name: text(),
      length: integer('The length in bytes.'),
      fields: list(Type.Object({ name: text(), value: text() })),
    }),
    'The decoded headers before the body: MQXQH, MQDLH, MQRFH2.',
  ),
  ccsid: integer(),
  replyTo: Type.Optional(text()),
  group: Type.Optional(group),
  publication: Type.Optional(Type.Object({ topicString: text(), userData: text() })),
  properties: list(MessageProperty),
  body: Type.String({ contentEncoding: 'base64' }),
  truncated: flag('Whether `body` has only the first part of the body. The download has all of it.'),
})

export type MessagePage = Static<typeof MessagePage>
const MessagePage = view('MessagePage', {
  messages: list(MessageSummary),
  more: flag(),
  total: Type.Optional(integer('The number of messages on the queue; absent for an alias queue.')),
  searched: Type.Optional(integer('The number of messages that a search looked at.')),
  next: Type.Optional(text('Where a search goes on; absent when it came to the end of the queue.')),
})

const newMessage = {
  text: orDefault(text(), ''),
  file: Type.Optional(Type.String({ minLength: 1, contentEncoding: 'base64', description: 'It excludes `text`.' })),
  correlationId: Type.Optional(
    Type.String({ minLength: 1, pattern: '^[0-9A-Fa-f]{48}$', 'x-rule': 'it must be 48 hexadecimal digits' }),
  ),
  replyTo: Type.Optional(
    Type.String({
      minLength: 1,
      pattern: '^[A-Za-z0-9./_%]{1,48}(@[A-Za-z0-9./_%]{1,48})?$',
      'x-rule': 'it must be a queue name, or queue@queueManager',
    }),
  ),
  properties: orDefault(list(MessageProperty), []),
  persistence: orDefault(Type.Enum(['asQueueDefault', 'persistent', 'nonPersistent']), 'asQueueDefault'),
  priority: Type.Optional(Type.Integer({ minimum: 0, maximum: 9 })),
  expiry: Type.Optional(Type.Integer({ minimum: 1, maximum: 99_999_999_900, description: 'Milliseconds.' })),
}
export type NewMessageBody = Static<typeof PutMessageRequest>
export const PutMessageRequest = body('PutMessageRequest', {
  ...newMessage,
  queueManager: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9./_%]{1,48}$',
      'x-rule': 'it must be the name of a queue manager',
      description: 'The queue manager that has the queue, where it is another one.',
    }),
  ),
})
export const PublishMessageRequest = body('PublishMessageRequest', { ...newMessage, retain: orDefault(flag(), false) })

const messageIds = Type.Array(
  Type.String({ pattern: '^(?!0{48})[0-9A-Fa-f]{48}$', 'x-rule': 'each id must be 48 hexadecimal digits, not all 0' }),
  { minItems: 1, maxItems: 500, 'x-rule': 'it must be an array of 1 to 500 message ids' },
)
const target = Type.Optional(Type.String({ minLength: 1, maxLength: 48, description: 'The queue for the messages.' }))

export type TransferAction = Static<typeof TransferAction>
const TransferAction = Type.Enum(['move', 'copy', 'delete'])
export const TransferMessagesRequest = body('TransferMessagesRequest', { action: TransferAction, target, messageIds })
export const PutBackRequest = body(
  'PutBackRequest',
  { target, messageIds },
  'Without a target each message is put on the queue of its dead-letter header.',
)

export type PutBackResult = Static<typeof PutBackResult>
const PutBackResult = view('PutBackResult', {
  messages: integer('The number of messages that were put back.'),
  queues: list(text(), 'The queues that got them.'),
  failures: list(
    Type.Object({ messageId: text(), error: Type.Object({ message: text() }, { additionalProperties: true }) }),
  ),
})

export const messageResources = declareResources('messages', {
  'GET /qmgr/:qmgr/queue/:queue/messages': resource('listMessages', 'List the messages of a queue', {
    parameters: [
      query('offset', 'The number of messages to skip.', integer()),
      query('limit', 'The number of messages.', Type.Integer({ minimum: 1, maximum: 100 })),
      query('search', 'A text that the messages contain. The search ends after some time, or at the limit.'),
      query('after', 'The member next of an earlier search, which goes on there.'),
      query('sort', 'A member of the messages; a "-" before it for the descending order.'),
    ],
    response: MessagePage,
  }),
  'GET /qmgr/:qmgr/queue/:queue/message-position': resource(
    'findMessagePosition',
    'Find the position of the first message with a put time or a correlation id; -1 when there is none',
    {
      parameters: [
        query('at', 'A time in ISO 8601: the message was put then or later.'),
        query('correlationId', '48 hexadecimal digits. One of at and correlationId must be there.'),
      ],
      response: Type.Object({ position: integer() }),
    },
  ),
  'POST /qmgr/:qmgr/queue/:queue/messages': resource('putMessage', 'Put a message', {
    body: PutMessageRequest,
    maxBodyBytes: 16 * 1024 * 1024, // the file is in base64
    status: 201,
    response: Type.Object({ messageId: text() }),
  }),
  'POST /qmgr/:qmgr/queue/:queue/messages/transfer': resource(
    'transferMessages',
    'Move, copy or delete messages, all or none',
    { body: TransferMessagesRequest, response: Type.Object({ messages: integer() }) },
  ),
  'POST /qmgr/:qmgr/queue/:queue/messages/put-back': resource(
    'putBackMessages',
    'Put dead-letter messages back to their queues, each in a unit of work',
    { body: PutBackRequest, response: PutBackResult },
  ),
  'GET /qmgr/:qmgr/queue/:queue/messages/:messageId': resource('showMessage', 'Show a message', {
    response: MessageDetails,
  }),
  'GET /qmgr/:qmgr/queue/:queue/messages/:messageId/body': resource(
    'downloadMessageBody',
    'Download the body of a message',
    { file: { 'application/octet-stream': text() } },
  ),
  'DELETE /qmgr/:qmgr/queue/:queue/messages/:messageId': { id: 'removeMessage', summary: 'Remove a message' },
  'POST /qmgr/:qmgr/topic/:topic/messages': resource('publishMessage', 'Publish a message', {
    body: PublishMessageRequest,
    status: 201,
  }),
})
