/** The parts of queue managers and their web server. Entry files read this list and hand the rows down. */
import type { MqPart } from './part.ts'
import { amqpPart } from './parts/amqp/part.ts'
import { channelsPart } from './parts/channels/part.ts'
import { consolePart } from './parts/console/part.ts'
import { databasePart } from './parts/database/part.ts'
import { deadLetterHandlerPart } from './parts/dead-letter-handler/part.ts'
import { fileTransferPart } from './parts/file-transfer/part.ts'
import { webhooksPart } from './parts/webhooks/part.ts'

export const mqParts: readonly MqPart[] = [
  channelsPart,
  amqpPart,
  databasePart,
  consolePart,
  fileTransferPart,
  webhooksPart,
  deadLetterHandlerPart,
]
