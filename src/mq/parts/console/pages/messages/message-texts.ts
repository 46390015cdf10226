/** The words for messages, and for the reasons in the headers of dead letters. */
import { t } from '../../../../../shared/ui/text/t.ts'
import type { DeadLetterHeader, TransferAction } from '../../contract/messages.ts'

export function countMessages(count: number): string {
  return t('{count, plural, one {# message} other {# messages}}', { count })
}

type TransferWords = { verb: string; title(messages: number): string; done(messages: number): string }

/** The words of the actions on several messages. */
export const transferTexts: Readonly<Record<TransferAction, TransferWords>> = {
  move: {
    verb: t('Move'),
    title: (count) => t('Move {messages}', { messages: countMessages(count) }),
    done: (count) => t('{messages} moved', { messages: countMessages(count) }),
  },
  copy: {
    verb: t('Copy'),
    title: (count) => t('Copy {messages}', { messages: countMessages(count) }),
    done: (count) => t('{messages} copied', { messages: countMessages(count) }),
  },
  delete: {
    verb: t('Delete'),
    title: (count) => t('Delete {messages}', { messages: countMessages(count) }),
    done: (count) => t('{messages} deleted', { messages: countMessages(count) }),
  },
}

export const transferActions: readonly TransferAction[] = ['move', 'copy', 'delete']

/** What a reason code in a dead-letter header means in short, and what to do. */
const deadLetterReasons: Readonly<Record<number, readonly [words: string, advice: string]>> = {
  2030: [t('Too long for the queue'), t('The message is longer than the queue allows. Raise MAXMSGL of the queue.')],
  2031: [
    t('Too long for the queue manager'),
    t('The message is longer than the queue manager allows. Raise MAXMSGL of the queue manager.'),
  ],
  2035: [t('Not authorized'), t('The user of the channel may not put on the queue. Grant PUT authority.')],
  2051: [t('Put inhibited'), t('The queue does not accept messages. Set PUT(ENABLED).')],
  2052: [t('Queue deleted'), t('The queue was deleted. Define it again.')],
  2053: [t('Queue full'), t('The queue is full. Make room or raise MAXDEPTH, then put the message back.')],
  2056: [t('No disk space'), t('There was no disk space for the queue.')],
  2082: [t('Target of the alias unknown'), t('The queue to which an alias leads does not exist.')],
  2085: [t('Queue unknown'), t('The queue does not exist. Define it, then put the message back.')],
  2087: [t('Queue manager unknown'), t('The target queue manager is not known. Define a transmission queue for it.')],
  2189: [t('Unknown in the cluster'), t('The name of the queue cannot be resolved in the cluster.')],
}

/** Returns the reason of a dead letter in words, with its number. */
export function describeReason({ reason, reasonName }: DeadLetterHeader): string {
  return `${deadLetterReasons[reason]?.[0] ?? reasonName} (${reason})`
}

/** Returns what the reason means and what to do; undefined for a reason that dead letters rarely have. */
export function findReasonAdvice({ reason }: DeadLetterHeader): string | undefined {
  return deadLetterReasons[reason]?.[1]
}

export function describeTarget({ queue, manager }: DeadLetterHeader): string {
  return manager ? `${queue} @ ${manager}` : queue
}
