/** The types, commands and parameters of PCF messages that the queue manager writes and reads, by their names in IBM MQ. */
import names from './names.json' with { type: 'json' }

export const pcfMessageTypes = { command: 1, response: 2, event: 7, statistics: 21, accounting: 22 } as const

export type PcfMessageType = keyof typeof pcfMessageTypes

export const pcfStructureTypes = {
  integer: 3,
  string: 4,
  integerList: 5,
  stringList: 6,
  byteString: 9,
  group: 20,
  integer64: 23,
  integer64List: 25,
} as const

export const pcfCommands: typeof names.commands = names.commands
export type PcfCommand = keyof typeof pcfCommands

export const pcfParameters: typeof names.parameters = names.parameters
export type PcfParameterName = keyof typeof pcfParameters

/** The lengths of strings that are padded with blanks (MQ_*_LENGTH), by the ends of parameter names. */
const stringLengths = [
  [/CHANNEL_NAME$/, 20],
  [/CONNECTION_NAME$/, 264],
  [/(?:PEER|ISSUER)_NAME$/, 256],
  [/APPL_NAME$/, 28],
  [/NAME$|Q_MGR$/, 48],
  [/DATE$|USER_ID$|USER_IDENTIFIER$/, 12],
  [/TIME$/, 8],
] as const

/** Returns the length of a string parameter, or undefined for one that is as long as its value. */
export function findStringLength(name: PcfParameterName): number | undefined {
  return stringLengths.find(([end]) => end.test(name))?.[1]
}

const parameterNames = new Map<number, string>(Object.entries(pcfParameters).map(([name, id]) => [id, name]))
const commandNames = new Map<number, string>(Object.entries(pcfCommands).map(([name, id]) => [id, name]))

/** Returns the name of a parameter, or undefined for one that no message of this queue manager has. */
export function findParameterName(id: number): string | undefined {
  return parameterNames.get(id)
}

export function findCommandName(id: number): string | undefined {
  return commandNames.get(id)
}
