/** The texts for the attributes of listeners. */
import { t } from '../../../ui/text/t.ts'
import type { AttributeWordings } from './attribute-wordings.ts'

const general = t('General')
const statistics = t('Statistics')

export const listenerWordings: AttributeWordings = {
  DESCR: [t('Description'), general, t('A note for administrators of the listener.')],
  TRPTYPE: [t('Transport'), general, t('The protocol.')],
  PORT: [t('Port'), general, t('The port on which it listens; 0 means 1414.')],
  IPADDR: [t('Address'), general, t('The IP address on which it listens; blank for all.')],
  CONTROL: [t('Control'), general, t('Manual, or with the queue manager.')],
  BACKLOG: [t('Backlog'), general, t('The maximum number of pending connections; 0 for the default of the system.')],
  ALTDATE: [t('Altered on'), statistics, ''],
  ALTTIME: [t('Altered at'), statistics, ''],
}
