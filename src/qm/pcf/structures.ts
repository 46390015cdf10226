/** The types of PCF structures: MQCFT_*. */

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
