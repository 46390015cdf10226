/** The MQ reason codes that this queue manager uses, by name. */
import { MqError } from './errors.ts'
import codes from './reason-codes.json' with { type: 'json' }

export const reasonCodes: typeof codes = codes

export type ReasonName = keyof typeof reasonCodes

/**
 * Creates an `MqError` whose message starts with the name and number of the reason: `MQRC_Q_FULL (2053):
 * DEV.QUEUE.1 holds 5000 messages`.
 */
export function mqError(
  reason: ReasonName,
  text: string,
  options: ErrorOptions & { object?: string; completionCode?: 1 | 2 } = {},
): MqError {
  const code = reasonCodes[reason]
  return new MqError(code, `${reason} (${code}): ${text}`, options)
}

const names = new Map<number, string>(Object.entries(reasonCodes).map(([name, code]) => [code, name]))

/** Returns the name of a reason code, such as `MQRC_Q_FULL`, or `reason code` for an unlisted number. */
export function reasonName(reasonCode: number): string {
  return names.get(reasonCode) ?? 'reason code'
}
