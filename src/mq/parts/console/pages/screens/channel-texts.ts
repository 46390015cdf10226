/** The words for the states of channels. */
import type { StateWords } from '../../../../../shared/ui/shell/state-tag.tsx'
import { t } from '../../../../../shared/ui/text/t.ts'

/** The states of DISPLAY CHSTATUS: words and colour, and why the channel is in the state. Empty text is an inactive channel. */
const states: Readonly<Record<string, readonly [...StateWords[string], reason: string]>> = {
  '': [t('Inactive'), 'gray', t('It has no session. A session begins when you start it, or with the next trigger.')],
  BINDING: [t('Connecting'), 'blue', t('It connects to its partner.')],
  DISCONNECTED: [t('Disconnected'), 'red', t('Its session has ended.')],
  INITIALIZING: [t('Starting'), 'blue', t('It connects to its partner.')],
  PAUSED: [t('Waits'), 'magenta', t('It waits before it tries to put a message again.')],
  REQUESTING: [t('Asks the partner'), 'blue', t('The partner opens the session.')],
  RETRYING: [t('Tries again'), 'red', t('It cannot reach its partner and tries again.')],
  RUNNING: [t('Running'), 'green', t('It is connected to its partner and transfers messages.')],
  STARTING: [t('Starting'), 'blue', t('It connects to its partner.')],
  STOPPED: [t('Stopped'), 'red', t('It was stopped. Start it to transfer messages.')],
  STOPPING: [t('Stopping'), 'blue', t('It ends its session after the current batch.')],
  SWITCHING: [t('Switching'), 'blue', t('It moves to another transmission queue.')],
}

export const channelStateWords: StateWords = Object.fromEntries(
  Object.entries(states).map(([state, [text, colour]]) => [state, [text, colour]]),
)

/** Returns the words for a status of DISPLAY CHSTATUS; empty text is an inactive channel. */
export function findChannelStatusText(status: string): string {
  return states[status]?.[0] ?? status
}

/** Returns why a channel is in a state, and what to do. */
export function findChannelReason(status: string): string {
  return states[status]?.[2] ?? status
}

export const inDoubtTrouble = t('Its last batch is in doubt: the partner has not confirmed it.')
