/** The options with which a handle was opened (MQOO_*), one bit each. */

const bits = {
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

export type OpenOption = keyof typeof bits

export function opens(options: number, option: OpenOption): boolean {
  return (options & bits[option]) !== 0
}

/** How a handle is open for input, in the words of DISPLAY QSTATUS. */
export function inputOf(options: number): 'NO' | 'SHARED' | 'EXCL' {
  if (opens(options, 'MQOO_INPUT_EXCLUSIVE')) return 'EXCL'
  return opens(options, 'MQOO_INPUT_SHARED') || opens(options, 'MQOO_INPUT_AS_Q_DEF') ? 'SHARED' : 'NO'
}

/** The names of the options, in the order of their bits. */
export function optionNames(options: number): string[] {
  return (Object.keys(bits) as OpenOption[]).filter((option) => opens(options, option))
}
