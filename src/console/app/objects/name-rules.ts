/** The rules that names of objects follow. */

const maxLengths: Readonly<Record<string, number>> = { channel: 20, clntconn: 20, sub: 10_240 }
const defaultMaxLength = 48

/** The rule in one sentence, for the help below a field. */
export function describeNameRule(kind: string): string {
  if (kind === 'sub') return 'Any text. Upper and lower case differ.'
  return `At most ${maxLengths[kind] ?? defaultMaxLength} letters, digits and . / _ %. Upper and lower case differ.`
}

/** Why a name cannot be used; undefined when it can, or when there is none yet. */
export function findNameError(kind: string, name: string): string | undefined {
  const most = maxLengths[kind] ?? defaultMaxLength
  if (name.length > most) return `The name is longer than ${most} characters.`
  if (kind !== 'sub' && /[^A-Za-z0-9./_%]/.test(name))
    return 'Only letters, digits and . / _ % can be in a name.'
  return undefined
}
