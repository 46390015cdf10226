/** Opens and closes queues with the options that sample programs take as decimal sums of MQOO_ and MQCO_ values. */
import type { InputSharing } from '../../manager/index.ts'
import { MqiCallError, type ProgramConnection } from '../../runtime/index.ts'

const openOptions = {
  MQOO_INPUT_AS_Q_DEF: 1,
  MQOO_INPUT_SHARED: 2,
  MQOO_INPUT_EXCLUSIVE: 4,
  MQOO_BROWSE: 8,
  MQOO_OUTPUT: 16,
  MQOO_INQUIRE: 32,
  MQOO_FAIL_IF_QUIESCING: 8192,
  MQOO_BIND_ON_OPEN: 16_384,
  MQOO_BIND_NOT_FIXED: 32_768,
  MQOO_NO_READ_AHEAD: 524_288,
} as const

export const outputOptions: number = openOptions.MQOO_OUTPUT
export const inputOptions: number = openOptions.MQOO_INPUT_AS_Q_DEF

const sharingByOption: Readonly<Record<number, InputSharing>> = {
  [openOptions.MQOO_INPUT_AS_Q_DEF]: 'asQueueDefault',
  [openOptions.MQOO_INPUT_SHARED]: 'shared',
  [openOptions.MQOO_INPUT_EXCLUSIVE]: 'exclusive',
}
const anyInput = openOptions.MQOO_INPUT_AS_Q_DEF | openOptions.MQOO_INPUT_SHARED | openOptions.MQOO_INPUT_EXCLUSIVE

const accessOptions = anyInput | openOptions.MQOO_BROWSE | openOptions.MQOO_OUTPUT | openOptions.MQOO_INQUIRE
const acceptedOptions = Object.values(openOptions).reduce((sum, value) => sum | value, 0)

/** Options of MQCLOSE. */
export const closeOptions = { none: 0, delete: 1, deletePurge: 2 } as const

/** Reads the number at the start of an argument as the product does; any other text is 0. */
export function parseOptions(text: string): number {
  return Number.parseInt(text, 10) || 0
}

/** Returns how options open a queue for input, or undefined when they do not. */
export function findInputSharing(options: number): InputSharing | undefined {
  return sharingByOption[options & anyInput]
}

/** Throws reason code 2046 for options that are not supported, that exclude each other, or that open a queue for nothing. */
export function checkOpenOptions(options: number): void {
  const others = options & ~acceptedOptions
  const isInput = (options & anyInput) !== 0
  const isAmbiguous = isInput && findInputSharing(options) === undefined
  if (others === 0 && !isAmbiguous && (options & accessOptions) !== 0) return
  const found =
    others !== 0
      ? `${others} is not supported`
      : isAmbiguous
        ? `${options} has more than one option for input`
        : `${options} has no option for input, browse, output or inquire`
  const accepted = Object.entries(openOptions).map(([name, value]) => `${name} (${value})`)
  const text = `MQRC_OPTIONS_ERROR (2046): ${found}; the open options are a sum of ${accepted.join(', ')}`
  throw new MqiCallError(2046, text)
}

/** Throws the reason code when the options do not open a queue for what a call needs: 2037 for gets, 2039 for puts. */
export function checkOpenedFor(call: 'MQGET' | 'MQPUT', options: number): void {
  const [needed, reasonCode, name, use] =
    call === 'MQGET'
      ? [anyInput, 2037, 'MQRC_NOT_OPEN_FOR_INPUT', 'input']
      : [outputOptions, 2039, 'MQRC_NOT_OPEN_FOR_OUTPUT', 'output']
  if ((options & (needed as number)) !== 0) return
  const text = `${name} (${reasonCode}): the open options ${options} do not open the queue for ${use}`
  throw new MqiCallError(reasonCode as number, text)
}

const getInhibited = 2016

/**
 * Keeps the queue open for input until the connection ends. Without an option for input, checks only that the queue
 * exists. Resolves with the call that gets its messages. Rejects with reason code 2042 when the queue is in use. An
 * inhibited queue can be opened, and its gets fail.
 */
export async function openForInput(
  connection: ProgramConnection,
  queue: string,
  options: number,
): Promise<ProgramConnection['getNext']> {
  const sharing = findInputSharing(options)
  try {
    if (sharing) {
      await connection.openInput(queue, sharing)
      return (selection) => connection.getNext(selection)
    }
    await connection.list(queue, { limit: 0 })
  } catch (error) {
    if (!(error instanceof MqiCallError) || error.reasonCode !== getInhibited) throw error
  }
  return (selection) => connection.get(queue, selection)
}

/** Closes the queue, and deletes a permanent dynamic one if asked. Rejects with reason code 2045 or 2046. */
export async function closeQueue(connection: ProgramConnection, queue: string, options: number): Promise<void> {
  await connection.closeInput()
  if (options === closeOptions.none) return
  if (options !== closeOptions.delete && options !== closeOptions.deletePurge) {
    const accepted = 'MQCO_NONE (0), MQCO_DELETE (1) and MQCO_DELETE_PURGE (2)'
    throw new MqiCallError(2046, `MQRC_OPTIONS_ERROR (2046): ${options} is none of ${accepted}`)
  }
  const type = await readDefinitionType(connection, queue)
  if (type === 'TEMPDYN') return
  if (type !== 'PERMDYN') {
    const text = `MQRC_OPTION_NOT_VALID_FOR_TYPE (2045): ${queue} is no dynamic queue, so a close cannot delete it`
    throw new MqiCallError(2045, text)
  }
  const purge = options === closeOptions.deletePurge ? { purge: 'yes' } : {}
  const command = { command: 'delete', qualifier: 'qlocal', name: queue, parameters: purge }
  const { completionCode, responses } = await connection.commandJson(command)
  if (completionCode === 0) return
  const { reasonCode = 2195, messages = [] } = responses[0] ?? {}
  throw new MqiCallError(reasonCode, messages.join(' '))
}

async function readDefinitionType(connection: ProgramConnection, queue: string): Promise<unknown> {
  const command = { command: 'display', qualifier: 'qlocal', name: queue, responseParameters: ['deftype'] }
  const { responses } = await connection.commandJson(command)
  return responses[0]?.attributes?.find(([keyword]) => keyword === 'DEFTYPE')?.[1]
}
