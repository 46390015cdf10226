/** The texts of the home page. */

export const homeTexts = {
  welcome: (user: string) => `Welcome, ${user}`,
  managers: 'Queue managers',
  queues: (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'queue' : 'queues'}`,
  messages: (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'message' : 'messages'}`,
  connections: (count: number) =>
    `${count.toLocaleString('en')} ${count === 1 ? 'connection' : 'connections'}`,
  put: 'Put',
  got: 'Got',
  perSecond: (value: string) => `${value}/s`,
  rateLabel: (what: string, value: string) => `${what} per second in the last hour, now ${value}`,
  deadLetters: (count: number, queue: string) =>
    `${count.toLocaleString('en')} ${count === 1 ? 'message' : 'messages'} on the dead-letter queue ${queue}`,
  filling: 'Full soon',
  deepest: 'Deepest queues',
  oldest: 'Oldest messages',
  channels: 'Channels that need attention',
  full: 'full',
  fullIn: (minutes: number) => (minutes >= 600 ? 'almost full' : `full in ${formatMinutes(minutes)}`),
  noneFilling: 'No queue fills up.',
  noneHeld: 'No queue holds messages.',
  noneTroubled: 'Every channel that was started runs.',
  noManagers: 'There is no queue manager yet.',
  createManager: 'Create a queue manager',
  stopped: 'Start it on its page.',
  notAllowed: (reason: number) => `You may not connect to it (reason ${reason}).`,
} as const

/** Why a channel in a state does not transfer messages, and what to do. */
export const channelTroubles: Readonly<Record<string, string>> = {
  RETRYING: 'It cannot reach its partner and tries again.',
  STOPPED: 'It was stopped. Start it to transfer messages.',
  PAUSED: 'It waits before it tries to put a message again.',
  DISCONNECTED: 'Its session has ended.',
}

export const inDoubtTrouble = 'Its last batch is in doubt: the partner has not confirmed it.'

export function formatMinutes(minutes: number): string {
  return minutes < 60 ? `${minutes} min` : `${Math.round(minutes / 60)} h`
}

export function formatAge(seconds: number): string {
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3600) return `${Math.round(seconds / 60)} min`
  return seconds < 172_800 ? `${Math.round(seconds / 3600)} h` : `${Math.round(seconds / 86_400)} days`
}
