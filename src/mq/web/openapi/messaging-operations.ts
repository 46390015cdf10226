/** Descriptions of the resources of messaging. */
import { declareResources, query, resource } from '../../../shared/rest/resource.ts'
import type { MqOperation, MqOperations } from '../context/web-part.ts'
import { ExtendRequest, LeaseRequest } from '../messaging/lease-message.ts'
import { BatchRequest } from '../messaging/put-batch.ts'
import { textMediaTypes } from '../messaging/put-message.ts'
import { listIn, object, read, text } from './schemas.ts'

const messageId = query('messageId', 'The id of the message; 48 hexadecimal digits, after "ID:" in version 3.')
const correlationId = query('correlationId', 'The correlation id of the message.')
const wait = query('wait', 'How long to wait for a message, in milliseconds.', {
  type: 'integer',
  minimum: 0,
  maximum: 2_147_483_647,
})
const limit = query('limit', 'The number of messages.', { type: 'integer', minimum: 1, default: 10 })

const selector = query('selector', 'Selects messages by their properties, in the syntax of message selectors.')
const heartbeat = query('heartbeat', 'Seconds between two comments while there is no message.', {
  type: 'integer',
  minimum: 1,
  maximum: 60,
  default: 15,
})

const leasedMessage = object(
  {
    lease: text,
    until: text,
    messageId: text,
    correlationId: text,
    body: text,
    encoding: text,
    format: text,
    persistence: text,
    priority: { type: 'integer' },
    expiry: { type: 'integer' },
    replyTo: text,
    putAt: text,
    backoutCount: { type: 'integer' },
    properties: { type: 'object' },
  },
  ['lease', 'until', 'messageId', 'body', 'format', 'backoutCount'],
)

const descriptor = ['correlationId', 'expiry', 'persistence', 'priority', 'replyTo', 'properties'] as const
const message: Pick<MqOperation, 'file' | 'otherStatuses' | 'responseHeaders'> = {
  file: { 'text/plain': text },
  otherStatuses: { 204: 'There is no message.' },
  responseHeaders: ['messageId', ...descriptor],
}

export const messagingOperations: MqOperations = declareResources('messaging', {
  'POST /messaging/qmgr/:qmgr/queue/:queue/message': resource('putMessage', 'Put a message', {
    status: 201,
    body: text,
    bodyTypes: textMediaTypes,
    requestHeaders: descriptor,
    responseHeaders: ['messageId'],
  }),
  'GET /messaging/qmgr/:qmgr/queue/:queue/message': resource('browseMessage', 'Browse the next message', {
    ...message,
    parameters: [messageId, correlationId],
  }),
  'DELETE /messaging/qmgr/:qmgr/queue/:queue/message': resource('getMessage', 'Get the next message and remove it', {
    ...message,
    parameters: [messageId, correlationId, wait],
  }),
  'GET /messaging/qmgr/:qmgr/queue/:queue/messagelist': read(
    'listMessages',
    'List the messages of a queue',
    listIn('messages', object({ format: text, messageId: text, correlationId: text }, ['format', 'messageId'])),
    [limit, messageId, correlationId],
  ),
  'GET /messaging/qmgr/:qmgr/queue/:queue/depth': read(
    'showDepth',
    'Show the number of messages on a queue',
    object({ queue: text, depth: { type: 'integer' } }, ['queue', 'depth']),
  ),
  'POST /messaging/qmgr/:qmgr/queue/:queue/batch': resource('putBatch', 'Put up to 1,000 messages in one commit', {
    status: 201,
    body: BatchRequest,
    response: listIn('messages', object({ messageId: text }, ['messageId'])),
  }),
  'GET /messaging/qmgr/:qmgr/queue/:queue/stream': resource(
    'streamQueue',
    'Stream the messages of a queue as server-sent events',
    {
      file: { 'text/event-stream': text },
      parameters: [
        query('mode', 'Whether messages stay on the queue or are leased.', {
          type: 'string',
          enum: ['browse', 'lease'],
        }),
        selector,
        query('seconds', 'The time until a lease ends.', { type: 'integer', minimum: 1, maximum: 43_200, default: 30 }),
        query('credits', 'The number of leases at a time.', { type: 'integer', minimum: 1, maximum: 100, default: 10 }),
        heartbeat,
      ],
    },
  ),
  'GET /messaging/qmgr/:qmgr/topic/*topic/stream': resource(
    'streamTopic',
    'Stream the publications to a topic as server-sent events',
    { file: { 'text/event-stream': text }, parameters: [selector, heartbeat] },
  ),
  'POST /messaging/qmgr/:qmgr/queue/:queue/lease': resource(
    'leaseMessages',
    'Lease messages: they are locked until they are acknowledged or the lease ends',
    {
      body: LeaseRequest,
      response: object({ messages: { type: 'array', items: leasedMessage }, next: text }, ['messages']),
    },
  ),
  'POST /messaging/qmgr/:qmgr/queue/:queue/lease/:lease/ack': resource('acknowledgeLease', 'Remove a leased message'),
  'POST /messaging/qmgr/:qmgr/queue/:queue/lease/:lease/nack': resource('giveLeaseBack', 'Put a leased message back'),
  'POST /messaging/qmgr/:qmgr/queue/:queue/lease/:lease/extend': resource(
    'extendLease',
    'Set a new end of a lease, from now on',
    { body: ExtendRequest, response: object({ lease: text, until: text }, ['lease', 'until']) },
  ),
  'POST /messaging/qmgr/:qmgr/topic/*topic/message': resource('publishMessage', 'Publish a message', {
    status: 201,
    body: text,
    bodyTypes: textMediaTypes,
    requestHeaders: ['expiry', 'persistence', 'priority', 'properties'],
  }),
} satisfies Readonly<Record<string, Omit<MqOperation, 'tag'>>>)
