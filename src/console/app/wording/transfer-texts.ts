/** The texts of the list of messages and of the dialogs that move, copy or delete several of them. */
import { t } from '../../../ui/text/t.ts'

const count = (messages: number) =>
  t('{count, plural, one {# message} other {# messages}}', { count: messages })

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
} as const

/** What a reason code in a dead-letter header means, and what to do. */
export const deadLetterReasons: Readonly<Record<number, string>> = {
  2030: t('The message is longer than the queue allows. Raise MAXMSGL of the queue.'),
  2031: t('The message is longer than the queue manager allows. Raise MAXMSGL of the queue manager.'),
  2035: t('The user of the channel may not put on the queue. Grant PUT authority.'),
  2051: t('The queue does not accept messages. Set PUT(ENABLED).'),
  2052: t('The queue was deleted. Define it again.'),
  2053: t('The queue is full. Make room or raise MAXDEPTH, then move the message back.'),
  2056: t('There was no disk space for the queue.'),
  2082: t('The queue to which an alias leads does not exist.'),
  2085: t('The queue does not exist. Define it, then move the message to it.'),
  2087: t('The target queue manager is not known. Define a transmission queue for it.'),
  2189: t('The name of the queue cannot be resolved in the cluster.'),
}
