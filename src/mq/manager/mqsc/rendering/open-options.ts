/** The options with which a handle was opened (MQOO_*), one bit each. */

const openOptionBits = {
  MQOO_INPUT_AS_Q_DEF: 0x1,
  MQOO_INPUT_SHARED: 0x2,
  MQOO_INPUT_EXCLUSIVE: 0x4,
  MQOO_BROWSE: 0x8,
  MQOO_OUTPUT: 0x10,
  MQOO_INQUIRE: 0x20,
  MQOO_SET: 0x40,
  MQOO_SAVE_ALL_CONTEXT: 0x80,
  MQOO_PASS_IDENTITY_CONTEXT: 0x100,
  MQOO_PASS_ALL_CONTEXT: 0x200,
  MQOO_SET_IDENTITY_CONTEXT: 0x400,
  MQOO_SET_ALL_CONTEXT: 0x800,
  MQOO_ALTERNATE_USER_AUTHORITY: 0x1000,
  MQOO_FAIL_IF_QUIESCING: 0x2000,
} as const

export type OpenOption = keyof typeof openOptionBits

export function hasOpenOption(options: number, option: OpenOption): boolean {
  return (options & openOptionBits[option]) !== 0
}

/** Returns the input mode of a handle in the words of DISPLAY QSTATUS. */
export function inputMode(options: number): 'NO' | 'SHARED' | 'EXCL' {
  if (hasOpenOption(options, 'MQOO_INPUT_EXCLUSIVE')) return 'EXCL'
  return hasOpenOption(options, 'MQOO_INPUT_SHARED') || hasOpenOption(options, 'MQOO_INPUT_AS_Q_DEF') ? 'SHARED' : 'NO'
}

/** Returns the names of the options in the order of their bits. */
export function optionNames(options: number): string[] {
  return (Object.keys(openOptionBits) as OpenOption[]).filter((option) => hasOpenOption(options, option))
}
