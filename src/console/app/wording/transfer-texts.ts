/** The texts of the list of messages and of the dialogs that move, copy or delete several of them. */

const count = (messages: number) => `${messages} ${messages === 1 ? 'message' : 'messages'}`

export const transferTexts = {
  verbs: { move: 'Move', copy: 'Copy', delete: 'Delete' },
  move: { title: (messages: number) => `Move ${count(messages)}`, done: (n: number) => `${count(n)} moved` },
  copy: { title: (messages: number) => `Copy ${count(messages)}`, done: (n: number) => `${count(n)} copied` },
  delete: {
    title: (messages: number) => `Delete ${count(messages)}`,
    done: (n: number) => `${count(n)} deleted`,
  },
  explanation: 'All messages are transferred together, or none of them.',
  deleteExplanation: 'The messages are deleted for good: all of them, or none.',
  target: 'Target queue',
  targetMissing: 'Enter the name of another queue.',
  cancel: 'Cancel',
  search: 'Search messages',
  searchHelp: 'Text in bodies, properties, ids and users',
  searched: (messages: number) => `${count(messages)} searched`,
  select: (id: string) => `Select message ${id}`,
  selectAll: 'Select all messages of this page',
  upload: 'Put file',
  uploaded: 'File put as a message',
  uploadFailed: 'The file cannot be read.',
  edit: 'Edit and put again',
} as const

/** What a reason code in a dead-letter header means, and what to do. */
export const deadLetterReasons: Readonly<Record<number, string>> = {
  2030: 'The message is longer than the queue allows. Raise MAXMSGL of the queue.',
  2031: 'The message is longer than the queue manager allows. Raise MAXMSGL of the queue manager.',
  2035: 'The user of the channel may not put on the queue. Grant PUT authority.',
  2051: 'The queue does not accept messages. Set PUT(ENABLED).',
  2052: 'The queue was deleted. Define it again.',
  2053: 'The queue is full. Make room or raise MAXDEPTH, then move the message back.',
  2056: 'There was no disk space for the queue.',
  2082: 'The queue to which an alias leads does not exist.',
  2085: 'The queue does not exist. Define it, then move the message to it.',
  2087: 'The target queue manager is not known. Define a transmission queue for it.',
  2189: 'The name of the queue cannot be resolved in the cluster.',
}
