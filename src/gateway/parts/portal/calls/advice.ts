/**
 * The advice for each reason code of a rejected call: what the developer of the client should do next. Codes with one
 * advice share a key of the table, separated by blanks.
 */
import table from './advice.json' with { type: 'json' }

const adviceByReason: ReadonlyMap<string, string> = new Map(
  Object.entries(table).flatMap(([reasons, advice]) => reasons.split(' ').map((reason) => [reason, advice])),
)

/** Returns the advice for a reason code; a general sentence for a code without advice, such as `client_gone`. */
export function findAdvice(reason: string): string {
  return adviceByReason.get(reason) ?? 'The failed check shows what was expected.'
}
