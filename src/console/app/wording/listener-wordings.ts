/** The texts for the attributes of listeners. */
import type { AttributeWordings } from './attribute-wordings.ts'

const general = 'General'
const statistics = 'Statistics'

export const listenerWordings: AttributeWordings = {
  DESCR: ['Description', general, 'A note for administrators of the listener.'],
  TRPTYPE: ['Transport', general, 'The protocol.'],
  PORT: ['Port', general, 'The port on which it listens; 0 means 1414.'],
  IPADDR: ['Address', general, 'The IP address on which it listens; blank for all.'],
  CONTROL: ['Control', general, 'Manual, or with the queue manager.'],
  BACKLOG: [
    'Backlog',
    general,
    'The maximum number of pending connections; 0 for the default of the system.',
  ],
  ALTDATE: ['Altered on', statistics, ''],
  ALTTIME: ['Altered at', statistics, ''],
}
