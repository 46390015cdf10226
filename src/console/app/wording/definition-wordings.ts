/** The texts for the attributes of processes, namelists and services. */
import type { AttributeWordings } from './attribute-wordings.ts'

const general = 'General'
const commands = 'Commands'
const statistics = 'Statistics'

const altered: AttributeWordings = {
  ALTDATE: ['Altered on', statistics, ''],
  ALTTIME: ['Altered at', statistics, ''],
}

export const processWordings: AttributeWordings = {
  DESCR: ['Description', general, 'A note for administrators of the process.'],
  APPLICID: ['Application', general, 'The command that a trigger monitor runs.'],
  APPLTYPE: ['Application type', general, 'The platform of the application.'],
  USERDATA: ['User data', general, 'Text that the application gets in the trigger message.'],
  ENVRDATA: ['Environment data', general, 'Text about the environment of the application.'],
  ...altered,
}

export const namelistWordings: AttributeWordings = {
  DESCR: ['Description', general, 'A note for administrators of the namelist.'],
  NAMES: ['Names', general, 'The names, one on each line.'],
  NAMCOUNT: ['Number of names', statistics, ''],
  ...altered,
}

export const serviceWordings: AttributeWordings = {
  DESCR: ['Description', general, 'A note for administrators of the service.'],
  CONTROL: ['Control', general, 'Whether the service starts and stops with the queue manager.'],
  SERVTYPE: ['Service type', general, 'A server runs once at a time; a command may run several times.'],
  STARTCMD: ['Start command', commands, 'The program that runs.'],
  STARTARG: ['Start arguments', commands, 'The arguments of the program.'],
  STOPCMD: ['Stop command', commands, 'The program that stops the service.'],
  STOPARG: ['Stop arguments', commands, 'The arguments of the stop command.'],
  STDOUT: ['Standard output', commands, 'The file that gets the output of the program.'],
  STDERR: ['Standard error', commands, 'The file that gets the error output of the program.'],
  ...altered,
}
