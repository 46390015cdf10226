/** Closes a queue with the options of MQCLOSE that a sample program has as an argument. */
import { MqiCallError, type ProgramConnection } from '../../../runtime/mq/index.ts'
import { closeOptions } from './mqi-options.ts'

/**
 * Closes the queue. Deletes a permanent dynamic queue when the options say so; a temporary one is deleted when the program ends. Rejects with
 * reason code 2045 for any other queue, and 2046 for other options.
 */
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
  const { completionCode, responses } = await connection.commandJson({
    command: 'delete',
    qualifier: 'qlocal',
    name: queue,
    parameters: purge,
  })
  if (completionCode === 0) return
  const { reasonCode = 2195, messages = [] } = responses[0] ?? {}
  throw new MqiCallError(reasonCode, messages.join(' '))
}

async function readDefinitionType(connection: ProgramConnection, queue: string): Promise<unknown> {
  const { responses } = await connection.commandJson({
    command: 'display',
    qualifier: 'qlocal',
    name: queue,
    responseParameters: ['deftype'],
  })
  return responses[0]?.attributes?.find(([keyword]) => keyword === 'DEFTYPE')?.[1]
}
