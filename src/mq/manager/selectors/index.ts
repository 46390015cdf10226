/** Message selectors: conditions on the properties and header fields of a message, in SQL92 syntax. */
import type { MessageDraft } from '../persistence/message-puts.ts'
import { mqError } from '../types/errors.ts'
import { parseSelector } from './parser.ts'
import { SelectorError } from './tokens.ts'
import type { SelectorValue } from './values.ts'

/** The fields of a message that a selector can use. */
export type SelectableMessage = Pick<MessageDraft, 'descriptor' | 'persistent' | 'messageId' | 'correlationId'>

export type MessageSelector = (message: SelectableMessage) => boolean

/** Compiles a selector, that of a subscription or another. Throws reason code 2459 when it is not well-formed. */
export function compileSelector(text: string, subscription?: string): MessageSelector {
  try {
    const expression = parseSelector(text)
    return (message) => expression((name) => fieldOf(message, name)) === true
  } catch (cause) {
    if (!(cause instanceof SelectorError)) throw cause
    const subject = subscription === undefined ? 'selector' : `SELECTOR of subscription ${subscription}`
    const text = `the ${subject} is not well-formed: ${cause.message}`
    throw mqError('MQRC_SELECTOR_SYNTAX_ERROR', text, { object: subscription, cause })
  }
}

/** Returns a header field or property, or undefined when the message does not have it. */
function fieldOf({ descriptor, persistent, messageId, correlationId }: SelectableMessage, name: string): SelectorValue {
  switch (name) {
    case 'JMSDeliveryMode':
      return persistent ? 'PERSISTENT' : 'NON_PERSISTENT'
    case 'JMSPriority':
      return descriptor.priority
    case 'JMSTimestamp':
      return descriptor.putAt
    case 'JMSMessageID':
      return messageId && `ID:${messageId.toString('hex')}`
    case 'JMSCorrelationID':
      return correlationId && `ID:${correlationId.toString('hex')}`
    case 'JMSXGroupID':
      return descriptor.group?.id
    case 'JMSXGroupSeq':
      return descriptor.group?.sequence
    case 'JMSXUserID':
      return descriptor.userId
    case 'JMSXAppID':
      return descriptor.applicationName
    case 'JMSXDeliveryCount':
      return descriptor.backoutCount + 1
    default: {
      const { properties } = descriptor
      const property = properties && Object.hasOwn(properties, name) ? properties[name] : undefined
      return property?.type === 'long' ? BigInt(property.value) : property?.value
    }
  }
}
