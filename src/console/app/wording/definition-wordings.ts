/** The texts for the attributes of processes, namelists, services and listeners. */
import { t } from '../../../ui/text/t.ts'

const general = t('General')
const commands = t('Commands')
const statistics = t('Statistics')

const altered: AttributeWordings = {
  ALTDATE: [t('Altered on'), statistics, ''],
  ALTTIME: [t('Altered at'), statistics, ''],
}

export const processWordings: AttributeWordings = {
  DESCR: [t('Description'), general, t('A note for administrators of the process.')],
  APPLICID: [t('Application'), general, t('The command that a trigger monitor runs.')],
  APPLTYPE: [t('Application type'), general, t('The platform of the application.')],
  USERDATA: [t('User data'), general, t('Text that the application gets in the trigger message.')],
  ENVRDATA: [t('Environment data'), general, t('Text about the environment of the application.')],
  ...altered,
}

export const namelistWordings: AttributeWordings = {
  DESCR: [t('Description'), general, t('A note for administrators of the namelist.')],
  NAMES: [t('Names'), general, t('The names, one on each line.')],
  NAMCOUNT: [t('Number of names'), statistics, ''],
  ...altered,
}

export const serviceWordings: AttributeWordings = {
  DESCR: [t('Description'), general, t('A note for administrators of the service.')],
  CONTROL: [t('Control'), general, t('Whether the service starts and stops with the queue manager.')],
  SERVTYPE: [t('Service type'), general, t('A server runs once at a time; a command may run several times.')],
  STARTCMD: [t('Start command'), commands, t('The program that runs.')],
  STARTARG: [t('Start arguments'), commands, t('The arguments of the program.')],
  STOPCMD: [t('Stop command'), commands, t('The program that stops the service.')],
  STOPARG: [t('Stop arguments'), commands, t('The arguments of the stop command.')],
  STDOUT: [t('Standard output'), commands, t('The file that gets the output of the program.')],
  STDERR: [t('Standard error'), commands, t('The file that gets the error output of the program.')],
  ...altered,
}

export type AttributeWordings = Readonly<Record<string, readonly [label: string, group: string, help: string]>>

export const listenerWordings: AttributeWordings = {
  DESCR: [t('Description'), general, t('A note for administrators of the listener.')],
  TRPTYPE: [t('Transport'), general, t('The protocol.')],
  PORT: [t('Port'), general, t('The port on which it listens; 0 means 1414.')],
  IPADDR: [t('Address'), general, t('The IP address on which it listens; blank for all.')],
  CONTROL: [t('Control'), general, t('Manual, or with the queue manager.')],
  BACKLOG: [t('Backlog'), general, t('The maximum number of pending connections; 0 for the default of the system.')],
  ...altered,
}
