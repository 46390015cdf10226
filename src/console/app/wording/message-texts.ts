/** The texts of messages on a queue. */

export const messageTexts = {
  putOnly: 'You may put messages on this queue, but not browse them.',
} as const
