/** The rules that names of objects follow. */

const limits: Readonly<Record<string, number>> = { channel: 20, clntconn: 20, sub: 10_240 }
const usual = 48

/** The rule in one sentence, for the help below a field. */
export function nameRule(kind: string): string {
  if (kind === 'sub') return 'Any text. Upper and lower case differ.'
  return `At most ${limits[kind] ?? usual} letters, digits and . / _ %. Upper and lower case differ.`
}

/** Why a name cannot be used; undefined when it can, or when there is none yet. */
export function nameFault(kind: string, name: string): string | undefined {
  const most = limits[kind] ?? usual
  if (name.length > most) return `The name is longer than ${most} characters.`
  if (kind !== 'sub' && /[^A-Za-z0-9./_%]/.test(name))
    return 'Only letters, digits and . / _ % can be in a name.'
  return undefined
}
