/** Descriptions of the resources of the console for messages. */
import { change, type MqOperations, read } from './mq-operation.ts'
import { anyObject, flag, integer, line, list, object, query, since, text } from './schemas.ts'

const json = ['application/json']
const base64 = { ...text, contentEncoding: 'base64' }

const deadLetterMembers = { reason: integer, reasonName: text, queue: text, manager: text, format: text }
const summaryMembers = {
  messageId: text,
  correlationId: text,
  format: text,
  length: integer,
  persistence: text,
  priority: integer,
  expiry: integer,
  putAt: text,
  userId: text,
  applicationName: text,
  backoutCount: integer,
  preview: text,
  deadLetter: object(deadLetterMembers),
}
const property = object({ name: text, type: text, value: text }, ['name', 'type', 'value'])
const message = object(
  {
    ...summaryMembers,
    ccsid: integer,
    replyTo: text,
    group: anyObject,
    publication: anyObject,
    deadLetter: object({ ...deadLetterMembers, length: integer }),
    properties: list(property),
    body: base64,
    truncated: flag,
  },
  ['messageId', 'properties', 'body', 'truncated'],
)
const newMessage = {
  text,
  file: base64,
  correlationId: text,
  replyTo: text,
  properties: list(property),
  persistence: { enum: ['asQueueDefault', 'persistent', 'nonPersistent'] },
  priority: { type: 'integer', minimum: 0, maximum: 9 },
  expiry: { type: 'integer', minimum: 1, maximum: 99_999_999_900, description: 'Milliseconds.' },
}
const messageId = object({ messageId: text }, ['messageId'])
const putBackResult = object(
  {
    messages: integer,
    failures: list(object({ messageId: text, error: anyObject }, ['messageId', 'error'])),
  },
  ['messages', 'failures'],
)
const messagePage = object(
  {
    messages: list(object(summaryMembers, ['messageId'])),
    more: flag,
    total: integer,
    searched: integer,
    next: text,
  },
  ['messages', 'more'],
)
const history = object(
  { everyMs: integer, last: integer, first: integer, depth: line, puts: line, gets: line, age: line },
  ['everyMs', 'last', 'first', 'depth', 'puts', 'gets', 'age'],
)

const queue = '/qmgr/:qmgr/queue/:queue'

export const consoleMessageOperations: MqOperations = {
  [`GET ${queue}/messages`]: read('messages', 'listMessages', 'List the messages of a queue', messagePage, [
    query('offset', 'The number of messages to skip.', integer),
    query('limit', 'The number of messages.', { type: 'integer', minimum: 1, maximum: 100 }),
    query('search', 'A text that the messages contain. The search ends after some time, or at the limit.'),
    query('after', 'The member next of an earlier search, which goes on there.'),
    query('sort', 'A member of the messages; a "-" before it for the descending order.'),
  ]),
  [`GET ${queue}/message-position`]: read(
    'messages',
    'findMessagePosition',
    'Find the position of the first message with a put time or a correlation id; -1 when there is none',
    object({ position: integer }, ['position']),
    [
      query('at', 'A time in ISO 8601: the message was put then or later.'),
      query('correlationId', '48 hexadecimal digits. One of at and correlationId must be there.'),
    ],
  ),
  [`POST ${queue}/messages`]: {
    id: 'putMessage',
    tag: 'messages',
    summary: 'Put a message',
    bodyTypes: json,
    body: object(newMessage),
    success: [[201, 'Created.', messageId]],
  },
  [`POST ${queue}/messages/transfer`]: {
    id: 'transferMessages',
    tag: 'messages',
    summary: 'Move, copy or delete messages, all or none',
    body: object(
      {
        action: { enum: ['move', 'copy', 'delete'] },
        target: { ...text, maxLength: 48 },
        messageIds: { ...list(text), minItems: 1, maxItems: 500 },
      },
      ['action', 'messageIds'],
    ),
    bodyTypes: json,
    success: [[200, 'The number of messages.', object({ messages: integer }, ['messages'])]],
  },
  [`POST ${queue}/messages/put-back`]: {
    id: 'putBackMessages',
    tag: 'messages',
    summary: 'Put dead-letter messages back to their queues, each in a unit of work',
    body: object({ messageIds: { ...list(text), minItems: 1, maxItems: 500 }, target: { ...text, maxLength: 48 } }, [
      'messageIds',
    ]),
    bodyTypes: json,
    success: [[200, 'The number of messages, and the errors of the others.', putBackResult]],
  },
  [`GET ${queue}/messages/:messageId`]: read('messages', 'showMessage', 'Show a message', message),
  [`GET ${queue}/messages/:messageId/body`]: {
    id: 'downloadMessageBody',
    tag: 'messages',
    summary: 'Download the body of a message',
    success: [[200, 'The body.', text, 'application/octet-stream']],
  },
  [`DELETE ${queue}/messages/:messageId`]: change('messages', 'removeMessage', 'Remove a message', 204),
  [`GET ${queue}/history`]: read('messages', 'showQueueHistory', 'Show the last hour of a queue', history, [since]),
  'POST /qmgr/:qmgr/topic/:topic/messages': change('messages', 'publishMessage', 'Publish a message', 201, {
    body: object({ ...newMessage, retain: flag }),
    bodyTypes: json,
  }),
}
