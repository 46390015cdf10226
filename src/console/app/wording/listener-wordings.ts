/** The texts for the attributes of listeners. */
import type { AttributeWordings } from './attribute-wordings.ts'

const general = 'General'
const statistics = 'Statistics'

export const listenerWordings: AttributeWordings = {
  DESCR: ['Description', general, 'A note for those who look after the listener.'],
  TRPTYPE: ['Transport', general, 'The protocol.'],
  PORT: ['Port', general, 'The port on which it waits; 0 stands for 1414.'],
  IPADDR: ['Address', general, 'The address on which it waits; blank for all of them.'],
  CONTROL: ['Control', general, 'By hand, or with the queue manager.'],
  BACKLOG: ['Backlog', general, 'Connections that may wait; 0 takes what the system has.'],
  ALTDATE: ['Altered on', statistics, ''],
  ALTTIME: ['Altered at', statistics, ''],
}
