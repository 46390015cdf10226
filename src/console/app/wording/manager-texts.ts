/** The texts about queue managers that are stopped or do not exist. */

export const managerTexts = {
  unknown: (name: string) => `There is no queue manager ${name} on this server.`,
  all: 'All queue managers',
  stopped: (name: string) =>
    `${name} is not running. Its queues, messages and channels are available after a start.`,
  start: 'Start',
  started: 'Queue manager started',
  noRight: 'An administrator can start it.',
} as const
