/** The texts of the list of messages and of the dialogs that move, copy or delete several of them. */
import { t } from '../../../ui/text/t.ts'
import type { DeadLetterHeader } from '../api/messages.ts'

const count = (messages: number) => t('{count, plural, one {# message} other {# messages}}', { count: messages })

export const transferTexts = {
  verbs: { move: t('Move'), copy: t('Copy'), delete: t('Delete') },
  move: {
    title: (messages: number) => t('Move {messages}', { messages: count(messages) }),
    done: (n: number) => t('{messages} moved', { messages: count(n) }),
  },
  copy: {
    title: (messages: number) => t('Copy {messages}', { messages: count(messages) }),
    done: (n: number) => t('{messages} copied', { messages: count(n) }),
  },
  delete: {
    title: (messages: number) => t('Delete {messages}', { messages: count(messages) }),
    done: (n: number) => t('{messages} deleted', { messages: count(n) }),
  },
  explanation: t('All messages are transferred together, or none of them.'),
  deleteExplanation: t('The messages are deleted for good: all of them, or none.'),
  target: t('Target queue'),
  targetMissing: t('Enter the name of another queue.'),
  cancel: t('Cancel'),
  search: t('Search messages'),
  searchHelp: t('Text in bodies, properties, ids and users'),
  searched: (messages: number) => t('{messages} searched', { messages: count(messages) }),
  select: (id: string) => t('Select message {id}', { id }),
  selectAll: t('Select all messages of this page'),
  upload: t('Put file'),
  uploaded: t('File put as a message'),
  uploadFailed: t('The file cannot be read.'),
  edit: t('Edit and put again'),
  searchedOf: (searched: number, total: number) => t('{searched} of {total} messages searched', { searched, total }),
  searchOn: t('Search on'),
  nothingYet: t('Nothing found so far.'),
  nothingFound: t('No message has this text.'),
  putBack: {
    verb: t('Put back'),
    title: (messages: number) => t('Put back {messages}', { messages: count(messages) }),
    done: (n: number) => t('{messages} put back', { messages: count(n) }),
    explanation: t(
      'Each message loses its dead-letter header and goes back to its queue, with its ids, reply data and properties.',
    ),
    target: t('Another target queue (optional)'),
    toHeader: (target: string) => t('The header names {target}.', { target }),
    toHeaders: t('Empty: each message goes to the queue in its own header.'),
    failed: (n: number) => t('{messages} stayed on the queue', { messages: count(n) }),
  },
} as const

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
