/**
 * Every message that a command can respond with: its reason code and its text.
 *
 * Reason code 0 is success. `{}` is replaced by an insert. The severity letters are those of message ids since
 * IBM MQ 9.1.
 */

const messages = {
  // Objects
  AMQ8005I: [0, 'IBM MQ queue manager changed.'],
  AMQ8006I: [0, 'IBM MQ queue created.'],
  AMQ8007I: [0, 'IBM MQ queue deleted.'],
  AMQ8008I: [0, 'IBM MQ queue changed.'],
  AMQ8010I: [0, 'IBM MQ process created.'],
  AMQ8011I: [0, 'IBM MQ process changed.'],
  AMQ8012I: [0, 'IBM MQ process deleted.'],
  AMQ8014I: [0, 'IBM MQ channel created.'],
  AMQ8015I: [0, 'IBM MQ channel deleted.'],
  AMQ8016I: [0, 'IBM MQ channel changed.'],
  AMQ8091I: [0, 'IBM MQ subscription deleted.'],
  AMQ8094I: [0, 'IBM MQ subscription created.'],
  AMQ8402I: [0, 'IBM MQ subscription changed.'],
  AMQ8551I: [0, 'IBM MQ namelist changed.'],
  AMQ8552I: [0, 'IBM MQ namelist created.'],
  AMQ8553I: [0, 'IBM MQ namelist deleted.'],
  AMQ8563I: [0, 'IBM MQ authentication information object created.'],
  AMQ8564I: [0, 'IBM MQ authentication information object deleted.'],
  AMQ8567I: [0, 'IBM MQ authentication information changed.'],
  AMQ8620I: [0, 'IBM MQ service created.'],
  AMQ8622I: [0, 'IBM MQ service changed.'],
  AMQ8624I: [0, 'IBM MQ service deleted.'],
  AMQ8626I: [0, 'IBM MQ listener created.'],
  AMQ8627I: [0, 'IBM MQ listener changed.'],
  AMQ8628I: [0, 'IBM MQ listener deleted.'],
  AMQ8690I: [0, 'IBM MQ topic created.'],
  AMQ8691I: [0, 'IBM MQ topic deleted.'],
  AMQ8692I: [0, 'IBM MQ topic changed.'],
  AMQ8855I: [0, 'IBM MQ comminfo created.'],
  AMQ8856I: [0, 'IBM MQ comminfo changed.'],
  AMQ8857I: [0, 'IBM MQ comminfo deleted.'],
  AMQ8862I: [0, 'IBM MQ authority record set.'],
  AMQ8863I: [0, 'IBM MQ authority record deleted.'],
  AMQ8877I: [0, 'IBM MQ channel authentication record set.'],
  AMQ9085I: [0, 'IBM MQ Advanced Message Security policy set.'],
  AMQ9087I: [0, 'IBM MQ Advanced Message Security policy deleted.'],

  // Accepted requests
  AMQ8018I: [0, 'Start IBM MQ channel accepted.'],
  AMQ8019I: [0, 'Stop IBM MQ channel accepted.'],
  AMQ8020I: [0, 'Ping IBM MQ channel complete.'],
  AMQ8021I: [0, 'Request to start IBM MQ listener accepted.'],
  AMQ8022I: [0, 'IBM MQ queue cleared.'],
  AMQ8023I: [0, 'IBM MQ channel reset.'],
  AMQ8024I: [0, 'IBM MQ channel initiator started.'],
  AMQ8025I: [0, 'IBM MQ channel resolved.'],
  AMQ8694I: [0, 'Topic string cleared.'],
  AMQ8415I: [0, 'Ping IBM MQ Queue Manager command complete.'],
  AMQ8457I: [0, 'IBM MQ connection stopped.'],
  AMQ8560I: [0, 'IBM MQ security cache refreshed.'],
  AMQ8649I: [0, 'Reset IBM MQ Queue Manager accepted.'],
  AMQ8724I: [0, 'Refresh IBM MQ Queue Manager accepted.'],
  AMQ8706I: [0, 'Request to stop IBM MQ Listener accepted.'],

  // Displayed objects
  AMQ8096I: [0, 'IBM MQ subscription inquired.'],
  AMQ8099I: [0, 'IBM MQ subscription status inquired.'],
  AMQ8276I: [0, 'Display Connection details.'],
  AMQ8407I: [0, 'Display Process details.'],
  AMQ8408I: [0, 'Display Queue Manager details.'],
  AMQ8409I: [0, 'Display Queue details.'],
  AMQ8414I: [0, 'Display Channel details.'],
  AMQ8417I: [0, 'Display Channel Status details.'],
  AMQ8426I: [0, 'Valid MQSC commands are:'],
  AMQ8427I: [0, 'Valid syntax for the MQSC command:'],
  AMQ8441I: [0, 'Display Cluster Queue Manager details.'],
  AMQ8450I: [0, 'Display queue status details.'],
  AMQ8550I: [0, 'Display namelist details.'],
  AMQ8566I: [0, 'Display authentication information details.'],
  AMQ8630I: [0, 'Display listener information details.'],
  AMQ8631I: [0, 'Display listener status details.'],
  AMQ8733I: [0, 'Request to start Service accepted.'],
  AMQ8101S: [2195, 'IBM MQ error: {}.'],
  AMQ8632I: [0, 'Display service information details.'],
  AMQ8633I: [0, 'Display topic details.'],
  AMQ8705I: [0, 'Display Queue Manager Status Details.'],
  AMQ8723I: [0, 'Display pub/sub status details.'],
  AMQ8754I: [0, 'Display topic status details.'],
  AMQ8860I: [0, 'Display comminfo details.'],
  AMQ8864I: [0, 'Display authority record details.'],
  AMQ8865I: [0, 'Display authority service details.'],
  AMQ8866I: [0, 'Display entity authority details.'],
  AMQ8878I: [0, 'Display channel authentication record details.'],
  AMQ8932I: [0, 'Display application status details.'],
  AMQ9086I: [0, 'Display IBM MQ Advanced Message Security policy details.'],

  // Errors. Reason codes below 3000 are those of the MQI, the others those of PCF.
  AMQ8135E: [2035, 'Not authorized.'],
  AMQ8143E: [2055, 'IBM MQ queue not empty.'],
  AMQ8147E: [2085, 'IBM MQ object {} not found.'],
  AMQ8148E: [2042, 'IBM MQ object in use.'],
  AMQ8149S: [2101, 'IBM MQ object {} damaged.'],
  AMQ8150E: [4001, 'IBM MQ object already exists.'],
  AMQ8151E: [4002, 'IBM MQ object has different type.'],
  AMQ8226E: [4042, 'IBM MQ channel already exists.'],
  AMQ8227E: [4032, 'Channel {} not found.'],
  AMQ8403E: [4005, 'Attribute value error: {}.'],
  AMQ8404E: [3008, 'Command failed: {}.'],
  AMQ8405I: [3008, 'Syntax error detected at or near end of command segment below:-'],
  AMQ8410E: [3008, 'Parser Error: {}.'],
  AMQ8411E: [3008, 'Duplicate Keyword Error: {}.'],
  AMQ8412E: [4005, 'Numeric Range Error: {}.'],
  AMQ8413E: [4005, 'String Length Error: {}.'],
  AMQ8420I: [3065, 'Channel Status not found.'],
  AMQ8422E: [3008, 'A required keyword was not specified: {}.'],
  AMQ8424E: [4008, 'Error detected in a name keyword: {}.'],
  AMQ8730E: [3249, 'Listener already active.'],
  AMQ8731E: [4020, 'Listener not active.'],
  AMQ8884E: [3338, '{} record not found.'],
  AMQ9084E: [3328, 'IBM MQ Advanced Message Security policy {} not found.'],
  AMQ9218E: [4009, 'The TCP/IP listener program could not bind to its port: {}.'],
  AMQ9514E: [4031, "Channel '{}' is in use."],
  AMQ9519E: [4032, "Channel '{}' not found."],
  AMQ9531E: [4002, "Channel '{}' is not of a type that takes this command."],
  AMQ9533I: [4064, "Channel '{}' is not currently active."],
  AMQ9537E: [4025, 'Channel is in doubt: {}.'],
  AMQ9657E: [2381, 'The key repository could not be opened: {}.'],
  AMQ9558E: [4030, 'The remote channel is not currently available: {}.'],
} as const satisfies Record<string, readonly [reasonCode: number, text: string]>

export type MessageId = keyof typeof messages

/** Renders a message with its inserts: `AMQ8147E: IBM MQ object A not found.` */
export function renderMessage(id: MessageId, inserts: readonly string[] = []): string {
  let next = 0
  return `${id}: ${messages[id][1].replaceAll('{}', () => inserts[next++] ?? '')}`
}

export function findReasonCode(id: MessageId): number {
  return messages[id][0]
}

/** A command was not carried out. The id names the message and the reason code in the table above. */
export class CommandError extends Error {
  override name = 'Refused'
  readonly id: MessageId
  readonly reasonCode: number
  /** Lines below the message, for example the help after a syntax error. */
  readonly lines: readonly string[]

  constructor(id: MessageId, insert?: string, options: { reasonCode?: number; lines?: readonly string[] } = {}) {
    super(renderMessage(id, insert === undefined ? [] : [insert]))
    this.id = id
    this.reasonCode = options.reasonCode ?? findReasonCode(id)
    this.lines = options.lines ?? []
  }
}

/** The messages for commands that are not well-formed. Nothing was read or changed. */
const syntaxErrors: readonly MessageId[] = [
  ...(['AMQ8403E', 'AMQ8405I', 'AMQ8410E', 'AMQ8411E'] as const),
  ...(['AMQ8412E', 'AMQ8413E', 'AMQ8422E', 'AMQ8424E'] as const),
]

/** Returns whether a rendered message reports that the command was not well-formed. */
export function isSyntaxError(message: string): boolean {
  return syntaxErrors.some((id) => message.startsWith(`${id}:`))
}
